"""Creates a graph of a few kilobytes with the inputs and outputs of a BERT cross-encoder.

Its logit is the number of the document's tokens in the query, minus one: enough to test that pairs, types and order
are correct without the real weights. To create it again:

    python3 -m venv /tmp/reference
    /tmp/reference/bin/pip install onnx==1.23.2
    /tmp/reference/bin/python scripts/tiny-cross-encoder.py
"""

import pathlib

import onnx
from onnx import TensorProto, helper

PATH = pathlib.Path(__file__).parent.parent / "lib/models/rerank/__fixtures__/tiny-cross-encoder.onnx"
INT64, FLOAT = TensorProto.INT64, TensorProto.FLOAT
# [PAD], [UNK], [CLS], [SEP] and [MASK] of BERT's vocabulary are not words.
LAST_MARK = 103

names = ["input_ids", "attention_mask", "token_type_ids"]
constants = [
    helper.make_tensor("one", INT64, [], [1]),
    helper.make_tensor("last_mark", INT64, [], [LAST_MARK]),
    helper.make_tensor("row_axis", INT64, [1], [2]),
    helper.make_tensor("column_axis", INT64, [1], [1]),
    helper.make_tensor("offset", FLOAT, [], [1.0]),
]
nodes = [
    helper.make_node("Greater", ["input_ids", "last_mark"], ["is_word"]),
    helper.make_node("Cast", ["is_word"], ["word"], to=INT64),
    helper.make_node("Mul", ["word", "attention_mask"], ["seen"]),
    helper.make_node("Mul", ["seen", "token_type_ids"], ["document"]),
    helper.make_node("Sub", ["one", "token_type_ids"], ["first"]),
    helper.make_node("Mul", ["seen", "first"], ["query"]),
    # [batch, query, 1] against [batch, 1, document]
    helper.make_node("Unsqueeze", ["input_ids", "row_axis"], ["query_ids"]),
    helper.make_node("Unsqueeze", ["input_ids", "column_axis"], ["document_ids"]),
    helper.make_node("Equal", ["query_ids", "document_ids"], ["is_same"]),
    helper.make_node("Cast", ["is_same"], ["same"], to=INT64),
    helper.make_node("Unsqueeze", ["query", "row_axis"], ["query_rows"]),
    helper.make_node("Mul", ["same", "query_rows"], ["in_query"]),
    helper.make_node("ReduceMax", ["in_query", "column_axis"], ["asked"], keepdims=0),
    helper.make_node("Mul", ["asked", "document"], ["hits"]),
    helper.make_node("ReduceSum", ["hits", "column_axis"], ["count"], keepdims=1),
    helper.make_node("Cast", ["count"], ["score"], to=FLOAT),
    helper.make_node("Sub", ["score", "offset"], ["logits"]),
]
graph = helper.make_graph(
    nodes,
    "tiny-cross-encoder",
    [helper.make_tensor_value_info(name, INT64, ["batch_size", "sequence_length"]) for name in names],
    [helper.make_tensor_value_info("logits", FLOAT, ["batch_size", 1])],
    constants,
)
model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=9)
onnx.checker.check_model(model)
PATH.write_bytes(model.SerializeToString())
print(f"wrote {PATH}, {PATH.stat().st_size} bytes")
