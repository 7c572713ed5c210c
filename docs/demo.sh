#!/bin/sh
# The whole loop as a story; `./dev demo` runs it, after a build. Takes the folder of the build.
#
# Everything is done with the tools as a user has them. What is changed is changed in a scratch copy, which goes at the end.
set -eu

root=$(dirname -- "$(dirname -- "$(readlink -f -- "$0")")")
build=$1
npuspec=$build/tools/npuspec/npuspec
mode=$build/tools/npu-mode/npu-mode
fence=$build/tools/npu-fence/npu-fence
scratch=$(mktemp -d)
made=$(mktemp -d "$root/build-demo-XXXXXX")  # beside build/, so that ccache knows what is compiled there
trap 'rm -rf -- "$scratch" "$made"' EXIT
trap 'exit 1' HUP INT TERM

step=0
title() {
  step=$((step + 1))
  printf '\n%s. %s\n\n' "$step" "$1"
}
show() { printf '   $ %s\n' "$1"; }
indent() { sed 's/^/   /'; }

# A command whose failure is the point of the story. Any other status ends it.
refused() {
  status=0
  "$@" >"$scratch/said" 2>&1 || status=$?
  [ "$status" -eq 1 ] || { cat -- "$scratch/said" >&2; echo "demo: '$*' ended with $status, not 1" >&2; exit 1; }
  cat -- "$scratch/said"
}

cd -- "$root"
printf 'npuspec: the facts of a boundary live once, in YAML. This is what becomes of them.\n'

title 'Check every spec: its shape, its guards, its proofs and its examples'
show 'npuspec check specs'
"$npuspec" check specs 2>&1 | indent

title 'What the specs promise to the other side of each boundary'
show 'npuspec report specs --format md'
"$npuspec" report specs --format md -o "$scratch/report.md"
sed -n '/^| spec/,/^$/p' "$scratch/report.md" | indent

title "Encode the contract's 128x128x33 case into 232 bytes, and read them back with names"
show 'npuspec encode quanttess docs/examples/c33.yaml -o c33.bin'
"$npuspec" encode quanttess docs/examples/c33.yaml -o "$scratch/c33.bin" >"$scratch/said" 2>&1 ||
  { cat -- "$scratch/said" >&2; exit 1; }
sed "s,$scratch/,," "$scratch/said" | indent
show 'npuspec decode quanttess c33.bin'
"$npuspec" decode quanttess "$scratch/c33.bin" >"$scratch/decoded"
sed -n '1,12p' "$scratch/decoded" | indent
printf '   ... and so on, to byte 231\n'
grep '^as state=RELOCATABLE' "$scratch/decoded" | indent

title 'One wrong byte is refused, by name'
show 'printf "\007" | dd of=c33.bin bs=1 seek=12 conv=notrunc; npuspec decode quanttess c33.bin --set state=RELOCATABLE'
printf '\007' | dd of="$scratch/c33.bin" bs=1 seek=12 conv=notrunc 2>/dev/null
refused "$npuspec" decode quanttess "$scratch/c33.bin" --set state=RELOCATABLE |
  sed -n '/^as state/,$p' | grep -v '^  not judged' | indent

title 'The mode-transition policy, as the library that a runtime links has it'
show 'npu-mode matrix'
"$mode" matrix | indent

title 'Now edit one row, in a scratch copy: XP_CHAIN_NT as it was in phase 1'
cp -r specs "$scratch/tree"
rm -r "$scratch/tree/mode/history" "$scratch/tree/released"  # trees of their own
cp specs/mode/rk3588.yaml "$scratch/edited"
edit() {
  cp "$scratch/edited" "$scratch/once"
  sed -i -E "$1" "$scratch/edited"
  cp "$scratch/edited" "$scratch/tree/mode/rk3588.yaml"
  diff "$scratch/once" "$scratch/edited" | sed -n 's/^</-/p;s/^>/+/p' | cut -c 1-110 | indent
}
objections() {
  show 'npuspec check SCRATCH'
  refused "$npuspec" check "$scratch/tree" | sed "s,$scratch/tree,SCRATCH,g" | grep -E '^(SCRATCH|help)' | indent
}
edit '/^ +CHAIN_NT:/{s/keep_warm: MC, /keep_warm: NTL,/;s/reset: NOTLIVE_NOTKW,/reset: NOTLIVE,      /}'
objections
printf '\n   So the two selectors that it brings back are no longer reserved:\n'
edit "/^ +(NTL|NOTLIVE):/s/, reserved: '[^']*'//"
printf '\n   And the example that the spec carries is a promise, so it has to be taken back in so many words:\n'
edit '/profile: CHAIN_NT,/s/\[Rws, k, k,/[Rws, Rws, ws,/'
show 'npuspec check SCRATCH'
"$npuspec" check "$scratch/tree" 2>&1 | sed "s,$scratch/tree,SCRATCH,g" | indent

title 'Rebuild: only what includes that boundary is built'
cp specs/mode/rk3588.yaml "$scratch/tree/mode/rk3588.yaml"
meson setup "$made" "$root" -Dspecs="$scratch/tree" -Dnpuspec="$npuspec" >"$scratch/log" 2>&1 || { cat "$scratch/log" >&2; exit 1; }
ninja -C "$made" tools/npu-mode/npu-mode >"$scratch/log" 2>&1 || { cat "$scratch/log" >&2; exit 1; }
cp "$scratch/edited" "$scratch/tree/mode/rk3588.yaml"
show 'ninja tools/npu-mode/npu-mode'
ninja -C "$made" tools/npu-mode/npu-mode >"$scratch/log" 2>&1 || { cat "$scratch/log" >&2; exit 1; }
grep '^\[' "$scratch/log" | sed "s,$scratch/,,g" | indent

title 'The decision that changed, run before and after'
show 'npu-mode decide XP_CHAIN_NT F16 I8_CHAIN'
printf '   before: '; "$mode" decide XP_CHAIN_NT F16 I8_CHAIN | tail -n 1
printf '   after:  '; "$made/tools/npu-mode/npu-mode" decide XP_CHAIN_NT F16 I8_CHAIN | tail -n 1

title 'And what the edit means to everyone else'
show 'npuspec diff specs SCRATCH'
refused "$npuspec" diff specs "$scratch/tree" | sed "s,$scratch/tree,SCRATCH,g" | indent

title 'Another boundary: a network, cut into command streams by what Vela says it costs'
model=$scratch/ds_cnn.tflite
"$build/tests/fence/make_model" ds-cnn 60000 "$model"
(
  cd -- "$scratch"
  show 'npu-fence plan ds_cnn.tflite --budget-cycles 100000 --costs docs/examples/ds_cnn_per-layer.csv -o plan.json'
  "$fence" plan ds_cnn.tflite --budget-cycles 100000 --costs "$root/docs/examples/ds_cnn_per-layer.csv" -o plan.json
  show 'npu-fence cut ds_cnn.tflite --plan plan.json -o fenced.tflite'
  "$fence" cut ds_cnn.tflite --plan plan.json -o fenced.tflite
  show 'npu-fence inspect ds_cnn.tflite --plan plan.json --svg ds_cnn.svg'
  "$fence" inspect ds_cnn.tflite --plan plan.json --svg ds_cnn.svg | sed -n '4,10p'
  printf '... and so on; the drawing has a box for each operator and a line for each cut\n'
  show 'npu-fence verify ds_cnn.tflite fenced.tflite'
  "$fence" verify ds_cnn.tflite fenced.tflite
) | indent | sed 's/^      \$/   $/'

title 'One wrong byte in the fenced model is found, from the two files alone'
show 'printf "\377" | dd of=fenced.tflite bs=1 seek=70000 conv=notrunc; npu-fence verify ds_cnn.tflite fenced.tflite'
printf '\377' | dd of="$scratch/fenced.tflite" bs=1 seek=70000 conv=notrunc 2>/dev/null
refused "$fence" verify "$model" "$scratch/fenced.tflite" | sed "s,$scratch/,,g" | indent

cat <<'TEXT'

Try next
   ./dev run npuspec explain XP_CHAIN_NT --from F16 --to I8_CHAIN     why a transition does what it does
   ./dev run npuspec diff specs/mode/history/phase1 specs/mode/history/phase2
   edit a row in specs/, then ./dev run npuspec check                 see what a mistake looks like
   docs/HOWTO-change-a-policy.md, docs/HOWTO-add-a-field.md           the same, for your own row
   docs/HOWTO-fence-a-model.md                                        cut a model of your own
TEXT
