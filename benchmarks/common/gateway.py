"""An rtig for a benchmark's runs."""
import os
import subprocess


def start_rtig(bin_dir, url):
    """An rtig on `url`; returns it with the URL on which it really listens."""
    read_end, write_end = os.pipe()
    rtig = subprocess.Popen(
        [os.path.join(bin_dir, "rtig"), "--listen", url, "--ready-fd", str(write_end)],
        pass_fds=[write_end], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    os.close(write_end)
    with os.fdopen(read_end) as ready:
        actual = ready.readline().strip()
    if not actual:
        raise SystemExit(f"rtig does not listen on {url}: run {bin_dir}/rtig --listen {url} to see why")
    return rtig, actual
