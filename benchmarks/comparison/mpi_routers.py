"""Runs a mesh whose routers below rtig are the ranks of an MPI job, as the gateway of a matrix.

    mpi_routers.py PROGRAMS MESH READY ROUTER=URL...

PROGRAMS is the folder of rtig and rtirouter. When all links are up, it writes a line `ROUTER URL` for each
argument to the descriptor READY, as rtimesh does. SIGTERM ends it and all that it started.
"""
import os
import signal
import subprocess
import sys
import time

PATIENCE_S = 60
# Also as root, and on fewer cores than there are ranks.
MPIRUN = ["env", "OMPI_ALLOW_RUN_AS_ROOT=1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1",
          "mpirun", "--oversubscribe", "--bind-to", "none"]


def program(folder, name):
    return os.path.join(folder, name)


def is_up(folder, mesh):
    return subprocess.run([program(folder, "rtimesh"), "status", mesh], stdout=subprocess.DEVNULL,
                          stderr=subprocess.DEVNULL, check=False).returncode == 0


def wait_until_up(folder, mesh, processes):
    deadline = time.monotonic() + PATIENCE_S
    while not is_up(folder, mesh):
        if time.monotonic() > deadline or any(process.poll() is not None for process in processes):
            return False
        time.sleep(0.1)
    return True


def end(processes):
    for process in reversed(processes):
        if process.poll() is None:
            process.terminate()
    for process in processes:
        try:
            process.wait(PATIENCE_S)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def main():
    folder, mesh, ready, *routers = sys.argv[1:]
    # SIGTERM becomes an exception, so that the processes are ended.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    processes = []
    try:
        processes.append(subprocess.Popen([program(folder, "rtig"), "--topology", mesh], stderr=subprocess.DEVNULL))
        processes.append(subprocess.Popen([*MPIRUN, "-n", str(len(routers)), program(folder, "rtirouter"),
                                           "--topology", mesh], stderr=subprocess.DEVNULL))
        if not wait_until_up(folder, mesh, processes):
            sys.exit("the mesh of MPI ranks does not come up")
        with os.fdopen(int(ready), "w") as lines:
            for router in routers:
                print(router.replace("=", " ", 1), file=lines)
        while all(process.poll() is None for process in processes):
            time.sleep(0.2)
    finally:
        end(processes)


if __name__ == "__main__":
    main()
