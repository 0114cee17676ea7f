"""What goes wrong when blocks are unpacked, each as a change of the reference."""

from autograder import Misconception, change

MISTAKES = (
    Misconception(
        "in-turn",
        "You give the low and the high half of a byte to neighbouring weights, 2j and "
        "2j + 1. In this format they are 16 apart: byte j holds weights j and 16 + j, "
        "so all low halves come first.",
        change("np.concatenate", "np.stack")
        + change("axis=-1)", "axis=-1).reshape(*packed.shape[:-1], 32)"),
    ),
    Misconception(
        "high-halves-first",
        "You put the high halves first. Weight j < 16 is the low half of byte j "
        "(byte & 15), weight 16 + j its high half (byte >> 4).",
        change("[packed & 15, packed >> 4]", "[packed >> 4, packed & 15]"),
    ),
    Misconception(
        "low-half-twice",
        "Your second 16 weights are the first 16 again. They come from the high halves "
        "of the same bytes: byte >> 4.",
        change("packed >> 4", "packed & 15"),
    ),
    Misconception(
        "minimum-subtracted",
        "You subtract the minimum. It is stored with its sign, mostly below zero, and "
        "is added: d * q + m.",
        change("(d * q + m)", "(d * q - m)"),
    ),
    Misconception(
        "minimum-scaled",
        "You scale the minimum too: d * (q + m). It is in the weights' own size "
        "already: d * q + m.",
        change("(d * q + m)", "(d * (q + m))"),
    ),
    Misconception(
        "minimum-unused",
        "You subtract 8 from q and never use m. That is another format, Q4_0, which "
        "stores no minimum. Here: d * q + m.",
        change("(d * q + m)", "(d * (q - np.float32(8)))"),
    ),
    Misconception(
        "minimum-left-out",
        "You leave out the minimum, so none of your weights has another sign than the "
        "scale. A weight is d * q + m.",
        change("(d * q + m)", "(d * q)"),
    ),
    Misconception(
        "not-shifted-down",
        "You mask the high half and leave it where it is: 0x30 is 48, not 3. Shift it "
        "down by four bits, >> 4.",
        change("packed >> 4", "packed & 0xF0"),
    ),
    Misconception(
        "whole-bytes",
        "You take whole bytes for the first 16 numbers. Their low four bits alone are "
        "meant: & 15.",
        change("packed & 15", "packed"),
    ),
    Misconception(
        "scale-and-minimum-swapped",
        "You take the minimum for the scale and the scale for the minimum. The first "
        "two bytes are the scale d, the next two the minimum m.",
        change("d, m = scale", "m, d = scale"),
    ),
    Misconception(
        "in-float16",
        "You compute in float16: the product and the sum are rounded to its 11 bits. Turn "
        "d and m into float32 before you multiply.",
        change("np.float16).astype(np.float32)", "np.float16)")
        + change(
            "(d * q + m).reshape(len(blocks), -1)",
            "(d * q + m).reshape(len(blocks), -1).astype(np.float32)",
        ),
    ),
)
