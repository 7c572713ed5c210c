"""./dev says what it does, and what to do where it cannot."""

import os
import pathlib
import platform
import shutil
import subprocess
import tempfile
import unittest

import tap

DEV = tap.ROOT / "dev"
DEBIAN_12 = (platform.freedesktop_os_release().get("ID"), platform.freedesktop_os_release().get("VERSION_ID"),
             platform.machine()) == ("debian", "12", "x86_64")


class Dev(unittest.TestCase):
    def dev(self, *arguments, programs=None, **environment):
        """Runs ./dev from another folder; `programs` are scripts that stand before the system's own."""
        with tempfile.TemporaryDirectory() as top:
            for name, text in (programs or {}).items():
                path = pathlib.Path(top, name)
                path.write_text("#!/bin/sh\n" + text + "\n")
                path.chmod(0o755)
            environment = os.environ | {"NPUSPEC_SETUP": "", "PATH": f"{top}:{os.environ['PATH']}"} | environment
            done = subprocess.run([DEV, *arguments], text=True, capture_output=True, cwd=top, env=environment,
                                  stdin=subprocess.DEVNULL)
        return done.returncode, done.stdout, done.stderr

    def test_help(self):
        """help names every verb"""
        status, out, _ = self.dev("help")
        self.assertEqual(status, 0)
        for verb in ("demo", "test", "run", "bench", "interop", "regen", "lint", "help"):
            self.assertRegex(out, rf"(?m)^  {verb}\b")

    def test_usage(self):
        """no verb, and an unknown one, are usage errors that show the help"""
        for arguments in [(), ("tset",)]:
            status, out, error = self.dev(*arguments)
            self.assertEqual((status, out), (2, ""))
            self.assertIn("usage: ./dev VERB", error)

    def test_tool(self):
        """an unknown tool is a usage error that names those there are"""
        status, _, error = self.dev("run", "npusepc", NPUSPEC_SETUP="skip")
        self.assertEqual(status, 2)
        self.assertIn("no tool 'npusepc'", error)
        self.assertIn(" npuspec ", error)

    @unittest.skipUnless(DEBIAN_12, "not Debian 12 on x86_64")
    def test_nobody(self):
        """without root and sudo, missing packages are named with the command that installs them"""
        status, _, error = self.dev("lint", programs={"dpkg-query": "exit 1", "id": "echo 1000", "sudo": "exit 1"})
        self.assertEqual(status, 2)
        self.assertIn("neither root nor sudo", error)
        self.assertIn("apt-get install -y --no-install-recommends meson ninja-build", error)

    @unittest.skipUnless(DEBIAN_12, "not Debian 12 on x86_64")
    def test_no_network(self):
        """when apt-get fails, its error is shown with the command that was tried"""
        programs = {"dpkg-query": "exit 1", "id": "echo 0", "apt-get": "echo 'E: Unable to fetch' && exit 100"}
        status, _, error = self.dev("lint", programs=programs)
        self.assertEqual(status, 2)
        self.assertIn("E: Unable to fetch", error)
        self.assertIn("Is there a network?", error)

    @unittest.skipUnless(DEBIAN_12, "not Debian 12 on x86_64")
    def test_installs(self):
        """what is missing, and only that, is installed, and said"""
        programs = {"dpkg-query": "/usr/bin/dpkg-query \"$@\" | grep -v ccache", "id": "echo 0",
                    "apt-get": "case $* in *update*) ;; *) echo \"E: asked for: $*\"; exit 100;; esac"}
        status, _, error = self.dev("lint", programs=programs)
        self.assertEqual(status, 2)
        self.assertIn("dev: installing from Debian: ccache \n", error)
        self.assertRegex(error, r"E: asked for: .*install -y --no-install-recommends ccache *\n")

    def test_elsewhere(self):
        """where there is no dpkg, the packages are named and how to go on without the set-up"""
        with tempfile.TemporaryDirectory() as top:
            for name in ("readlink", "dirname", "uname"):
                pathlib.Path(top, name).symlink_to(shutil.which(name))
            done = subprocess.run([DEV, "lint"], text=True, capture_output=True, env={"PATH": top})
        self.assertEqual(done.returncode, 2)
        self.assertIn("NPUSPEC_SETUP=skip", done.stderr)
        self.assertIn("libyaml-cpp-dev", done.stderr)


tap.main()
