"""Shows what `meson test --benchmark` measured: bench.py BUILD_DIR. Exit status 1 when a benchmark failed or none ran."""

import json
import pathlib
import sys

log = pathlib.Path(sys.argv[1]) / "meson-logs" / "benchmarklog.json"
runs = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()] if log.is_file() else []
for run in runs:
    print(f"{run['name']}: {'' if run['result'] == 'OK' else 'FAILED'}\n{run['stdout']}{run.get('stderr') or ''}")
if not runs:
    print("no benchmark ran")
sys.exit(0 if runs and all(run["result"] == "OK" for run in runs) else 1)
