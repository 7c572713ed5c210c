"""A second opinion on the QuantTess descriptor, written from the contract's text and its byte layout alone.

It packs and judges descriptors with unbounded integers and struct, and knows nothing of specs/, of the compiler or of what
the compiler generates. `broken` gives every rule that a descriptor breaks and that can still be judged (a rule that rests on
a broken one is skipped), so a validator is right when it accepts exactly what breaks nothing, and names one of these rules
otherwise. test_oracles.py judges it in turn.
"""
import itertools
import struct

SIZE = 232
DOMAIN = 1 << 32  # the EV address domain
RELOCATABLE, BOUND = 0, 1
FP32, FP16, BF16 = 0, 1, 2
COMPACT, PAD16 = 0, 1
MAGIC, VERSION, EPOCH, ROUTE = 0x53535451, 1, 2, 49

# name, offset, struct format of one element, elements
LAYOUT = (
    ("magic", 0, "I", 1),
    ("version", 4, "H", 1),
    ("bytes", 6, "H", 1),
    ("integrity", 8, "I", 1),
    ("rank", 12, "B", 1),
    ("dtype", 13, "B", 1),
    ("rounding", 14, "B", 1),
    ("channels", 15, "B", 1),
    ("multiplier", 16, "I", 1),
    ("zero_point", 20, "i", 1),
    ("input_address", 24, "Q", 1),
    ("output_address", 32, "Q", 1),
    ("sizes", 40, "Q", 6),
    ("strides", 88, "q", 6),
    ("input_span", 136, "Q", 1),
    ("output_span", 144, "Q", 1),
    ("tile_shape", 152, "Q", 4),
    ("tile_axes", 184, "i", 4),
    ("logical_channels", 200, "Q", 1),
    ("stored_channels", 208, "Q", 1),
    ("epoch", 216, "I", 1),
    ("route", 220, "I", 1),
    ("reserved", 224, "Q", 1),
)


def crc32c(data):
    """CRC-32C (Castagnoli), reflected polynomial 0x82F63B78, bit by bit."""
    crc = 0xFFFFFFFF
    for byte in data:
        crc ^= byte
        for _ in range(8):
            crc = crc >> 1 ^ (0x82F63B78 if crc & 1 else 0)
    return crc ^ 0xFFFFFFFF


def digest(data):
    """What the integrity field must hold: the CRC with the field itself zero."""
    return crc32c(data[:8] + bytes(4) + data[12:])


def seal(data):
    """The same descriptor with its integrity field computed."""
    return data[:8] + struct.pack("<I", digest(data)) + data[12:]


def pack(values, sealed=True):
    """Bytes from a dict of fields; what is not named is its constant or zero. An integrity in `values` is kept."""
    values = {"magic": MAGIC, "version": VERSION, "bytes": SIZE, "epoch": EPOCH, "route": ROUTE, **values}
    data = bytearray(SIZE)
    for name, at, form, count in LAYOUT:
        value = values.get(name, 0)
        cells = list(value) + [0] * (count - len(value)) if isinstance(value, (list, tuple)) else [value]
        struct.pack_into("<%d%s" % (count, form), data, at, *cells)
    return bytes(data) if "integrity" in values or not sealed else seal(bytes(data))


def unpack(data):
    """A dict of fields; arrays as lists."""
    out = {}
    for name, at, form, count in LAYOUT:
        cells = struct.unpack_from("<%d%s" % (count, form), data, at)
        out[name] = list(cells) if count > 1 else cells[0]
    return out


def scalar_bytes(dtype):
    return 4 if dtype == FP32 else 2


def up(value, unit):
    return (value + unit - 1) // unit * unit


def runs(extent, tile):
    """The tiles along an axis as (actual extent, how many)."""
    full, tail = divmod(extent, tile)
    return [(tile, full)] * (full > 0) + [(tail, 1)] * (tail > 0)


def output_bytes(extents, tiles, unit, slices):
    """Extents and tiles in D H W C order. Every tile is a span of whole 16-byte blocks of its actual extents."""
    total = 0
    for (d, nd), (h, nh), (w, nw), (c, nc) in itertools.product(*(runs(e, t) for e, t in zip(extents, tiles))):
        total += nd * nh * nw * nc * up(d * h * w * up(c, unit), 16)
    return total * slices


def geometry(v):
    """What a descriptor with sound sizes, strides and tile axes says about both buffers."""
    shape = v["sizes"][: v["rank"]]
    extents = [shape[a] if a >= 0 else 1 for a in v["tile_axes"]]
    unit = 16 if v["channels"] == PAD16 else 1
    slices = 1
    for axis, size in enumerate(shape):
        if axis not in v["tile_axes"]:
            slices *= size
    return {
        "logical_channels": extents[3],
        "stored_channels": up(min(extents[3], v["tile_shape"][3]), unit),
        "output": output_bytes(extents, v["tile_shape"], unit, slices),
    }


def broken(data, state):
    """The names of all rules that these bytes break, in no particular order."""
    if len(data) != SIZE:
        return ["size"]
    v = unpack(data)
    bad = []

    def rule(name, holds):
        if not holds:
            bad.append(name)
        return holds

    rule("state", state in (RELOCATABLE, BOUND))
    rule("magic", data[:4] == b"QTSS")
    rule("version", v["version"] == 1)
    rule("bytes", v["bytes"] == 232)
    rule("integrity", v["integrity"] == digest(data))
    rank_ok = rule("rank", 1 <= v["rank"] <= 6)
    dtype_ok = rule("dtype", v["dtype"] in (FP32, FP16, BF16))
    rule("rounding", v["rounding"] <= 3)
    channels_ok = rule("channels", v["channels"] in (COMPACT, PAD16))
    exponent, mantissa = v["multiplier"] >> 23 & 255, v["multiplier"] & 0x7FFFFF
    rule("multiplier", v["multiplier"] >> 31 == 0 and exponent != 255 and (exponent, mantissa) != (0, 0))
    rule("zero_point", -128 <= v["zero_point"] <= 127)
    rule("input_address", v["input_address"] < DOMAIN)
    rule("output_address", v["output_address"] < DOMAIN)
    in_span_ok = rule("input_span", 1 <= v["input_span"] < DOMAIN)
    out_span_ok = rule("output_span", 1 <= v["output_span"] < DOMAIN)
    shape_ok = rule("tile_shape", all(1 <= t < DOMAIN for t in v["tile_shape"]))
    axes_ok = rule("tile_axes", all(-1 <= a <= 5 for a in v["tile_axes"]))
    rule("route", v["route"] == ROUTE)
    rule("route-epoch", v["epoch"] == EPOCH)
    rule("reserved-zero", v["reserved"] == 0)

    view_ok = False
    if rank_ok:
        rank = v["rank"]
        shape, strides = v["sizes"][:rank], v["strides"][:rank]
        sizes_ok = rule("sizes", all(s < DOMAIN for s in shape) and not any(v["sizes"][rank:]))
        strides_ok = rule("strides", all(0 <= s < DOMAIN for s in strides) and not any(v["strides"][rank:]))
        full = rule("not-empty", all(shape))
        product = 1
        for size in shape:
            product *= size
        rule("elements-bounded", product < DOMAIN)
        if sizes_ok and strides_ok and full and dtype_ok:
            view_ok = judge_view(v["dtype"], shape, strides, rule, v["input_span"] if in_span_ok else None)
        axes_ok = axes_ok and rule("tile-axes-below-rank", all(a < rank for a in v["tile_axes"]))
        mapped = [a for a in v["tile_axes"] if a >= 0]
        axes_ok = rule("tile-axes-distinct", len(set(mapped)) == len(mapped)) and axes_ok
        rule("unmapped-axis-is-one", all(a >= 0 or t == 1 for a, t in zip(v["tile_axes"], v["tile_shape"])))
        if sizes_ok and full and axes_ok and shape_ok and channels_ok:
            is_ = geometry(v)
            rule("logical-channels", v["logical_channels"] == is_["logical_channels"])
            rule("stored-channels", v["stored_channels"] == is_["stored_channels"])
            rule("output-bounded", is_["output"] < DOMAIN)
            if out_span_ok:
                rule("output-span-exact", v["output_span"] == is_["output"])
    judge_addresses(v, state, rule, view_ok and in_span_ok and out_span_ok, dtype_ok)
    return bad


def judge_view(dtype, shape, strides, rule, span):
    """Strides of the input view: none negative, active ones scalar-aligned and apart; True when its extent is sound."""
    scalar = scalar_bytes(dtype)
    active = sorted((stride, size) for stride, size in zip(strides, shape) if size > 1)
    rule("singleton-strides-zero", all(stride == 0 for stride, size in zip(strides, shape) if size == 1))
    rule("strides-cover-a-scalar", all(stride >= scalar for stride, _ in active))
    rule("strides-aligned", all(stride % scalar == 0 for stride in strides))
    extent, apart = scalar, True
    for stride, size in active:  # each clears everything that moves in smaller steps
        apart = apart and stride >= extent
        extent += stride * (size - 1)
    rule("strides-nonoverlapping", apart)
    fits = rule("input-extent-bounded", extent < DOMAIN)
    if span is not None:
        rule("input-span-exact", span == extent)
    return fits


def judge_addresses(v, state, rule, spans_ok, dtype_ok):
    source, target = v["input_address"], v["output_address"]
    if state == RELOCATABLE:
        rule("relocatable-is-zero", source == 0 and target == 0)
        return
    if state != BOUND:
        return
    rule("bound-is-not-zero", source != 0 and target != 0)
    if dtype_ok:
        rule("input-aligned", source % scalar_bytes(v["dtype"]) == 0)
    rule("output-aligned", target % 16 == 0)
    rule("input-in-domain", source + v["input_span"] <= DOMAIN)
    rule("output-in-domain", target + v["output_span"] <= DOMAIN)
    if spans_ok:
        rule("disjoint-ranges", source + v["input_span"] <= target or target + v["output_span"] <= source)


def contiguous(shape, scalar):
    """Row-major strides in bytes; 0 for an axis of one."""
    strides, step = [], scalar
    for size in reversed(shape):
        strides.insert(0, step if size > 1 else 0)
        step *= size
    return strides


def make(shape, axes, tile, dtype=FP32, channels=COMPACT, strides=None, **more):
    """The values of a sound relocatable descriptor: spans and channel counts follow from the geometry."""
    scalar = scalar_bytes(dtype)
    strides = contiguous(shape, scalar) if strides is None else strides
    v = {
        "rank": len(shape),
        "dtype": dtype,
        "channels": channels,
        "multiplier": 0x3F000000,
        "sizes": list(shape) + [0] * (6 - len(shape)),
        "strides": list(strides) + [0] * (6 - len(shape)),
        "tile_axes": list(axes),
        "tile_shape": list(tile),
    }
    is_ = geometry(v)
    v["input_span"] = scalar + sum((n - 1) * s for n, s in zip(shape, strides))
    v["output_span"] = is_.pop("output")
    v.update(is_)
    v.update(more)
    return v


def brute_force_bytes(extents, tiles, unit, slices):
    """Tile by tile, pixel by pixel: slow, and hard to get wrong."""
    total = 0
    for _ in range(slices):
        for corner in itertools.product(*(range(0, e, t) for e, t in zip(extents, tiles))):
            d, h, w, c = (min(t, e - at) for e, t, at in zip(extents, tiles, corner))
            pixel = c
            while pixel % unit:
                pixel += 1
            payload = sum(pixel for _ in itertools.product(range(d), range(h), range(w)))
            total += payload + -payload % 16
    return total


def flip(data, bit):
    out = bytearray(data)
    out[bit // 8] ^= 1 << bit % 8
    return bytes(out)
