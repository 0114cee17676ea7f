"""How code in a student's process finds the end of the channel that it owns."""

CHANNEL = """
import os, socket, stat
def channel():
    for fd in range(3, 64):
        try:
            found = stat.S_ISSOCK(os.fstat(fd).st_mode)
        except OSError:
            continue
        if found:  # told what it is, Python does not ask
            end = os.dup(fd)
            return socket.socket(socket.AF_UNIX, socket.SOCK_STREAM, 0, fileno=end)
"""
