"""Records vectors of the reference implementation for twenty texts.

The same weights run by Python's onnxruntime and tokenizers, one text at a time; lib/models/onnx/reference.model.test.ts
compares our vectors with these. To record again:

    python3 -m venv /tmp/reference
    /tmp/reference/bin/pip install onnxruntime==1.30.0 tokenizers==0.23.3 numpy
    /tmp/reference/bin/python scripts/reference-vectors.py ~/.cache/sextant/models
"""

import base64
import json
import os
import pathlib
import sys

import numpy
import tokenizers

# The library reads it on import.
os.environ["ORT_DISABLE_TELEMETRY"] = "1"
import onnxruntime  # noqa: E402

FIXTURES = pathlib.Path(__file__).parent.parent / "lib/models/onnx/__fixtures__"
MODELS = [("bge-small-en-v1.5", "first", 512), ("all-minilm-l6-v2", "mean", 256)]

TEXTS = [
    "a",
    "refund",
    "How do I reset my password?",
    "The parcel arrived broken, and nobody answers the phone.",
    "  spaces   around,\tand\n\nline breaks  ",
    "...",
    "!?",
    "\u00a0",
    "Ünïcödé strîngs with Ærøskøbing and façade",
    "Москва — столица России",
    "日本語のテキストと漢字",
    "نص عربي قصير",
    "🎉🎉 party time 👩‍👩‍👧‍👦",
    "1234567890 3.14159 2026-11-21 $49.99",
    "const total = items.reduce((sum, { price }) => sum + price, 0) // 100 %",
    "import numpy as np\nfor i in range(10):\n    print(np.sqrt(i))\n",
    "supercalifragilisticexpialidocious pneumonoultramicroscopicsilicovolcanoconiosis",
    "x" * 300,
    "The committee met on Tuesday to discuss the budget, the roof of the school and the new bus line. " * 9,
    "Long before the city was built, traders crossed the river here, and each of them left a story behind. " * 60,
]


def embed(folder, pooling, window, text):
    tokenizer = tokenizers.Tokenizer.from_file(str(folder / "tokenizer.json"))
    tokenizer.no_padding()
    tokenizer.enable_truncation(window)
    ids = numpy.array([tokenizer.encode(text).ids], dtype=numpy.int64)
    session = onnxruntime.InferenceSession(
        str(folder / "model_quantized.onnx"), providers=["CPUExecutionProvider"]
    )
    feeds = {
        "input_ids": ids,
        "attention_mask": numpy.ones_like(ids),
        "token_type_ids": numpy.zeros_like(ids),
    }
    hidden = session.run(None, feeds)[0][0]
    vector = hidden[0] if pooling == "first" else hidden.mean(axis=0)
    unit = (vector / numpy.linalg.norm(vector)).astype("<f4")
    return {"tokens": ids.shape[1], "vector": base64.b64encode(unit.tobytes()).decode()}


def main():
    models = pathlib.Path(sys.argv[1])
    for name, pooling, window in MODELS:
        folder = models / name
        if not folder.exists():
            print(f"{name} is not there, left out")
            continue
        rows = [{"text": text, **embed(folder, pooling, window, text)} for text in TEXTS]
        path = FIXTURES / f"reference-{name}.json"
        path.write_text(json.dumps(rows, ensure_ascii=False, indent=2) + "\n", encoding="utf8")
        print(f"wrote {path}")


main()
