import json
import sys

import anthropic

base_url, api_key, model = sys.argv[1:4]
client = anthropic.Anthropic(base_url=base_url, api_key=api_key)
question = {"model": model, "max_tokens": 100, "messages": [{"role": "user", "content": "Hello"}]}
tools = [
    {
        "name": "get_weather",
        "description": "Weather of a city",
        "input_schema": {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]},
    }
]


def collect(**request):
    with client.messages.stream(**request) as stream:
        return stream.get_final_message()


def text_of(message):
    return "".join(block.text for block in message.content if block.type == "text")


def status_of(ask):
    try:
        ask()
    except anthropic.APIStatusError as error:
        return error.status_code
    return 200


plain = client.messages.create(**question)
streamed = collect(**question)
asking = collect(**question, tools=tools)
call = next(block for block in asking.content if block.type == "tool_use")
history = [
    *question["messages"],
    {"role": "assistant", "content": [block.model_dump(exclude_none=True) for block in asking.content]},
    {"role": "user", "content": [{"type": "tool_result", "tool_use_id": call.id, "content": "−4 °C"}]},
]
answer = collect(**{**question, "messages": history}, tools=tools)
limited = client.messages.create(**question)
failed = status_of(lambda: client.messages.create(**question))
missing = status_of(lambda: client.messages.create(**{**question, "model": "missing"}))
other = anthropic.Anthropic(base_url=base_url, api_key="wrong")
unauthorized = status_of(lambda: other.messages.create(**question))

print(
    json.dumps(
        {
            "plain": text_of(plain),
            "streamed": text_of(streamed),
            "called": call.input,
            "answer": text_of(answer),
            "tokens": streamed.usage.output_tokens > 0,
            "limited": text_of(limited),
            "failed": failed,
            "missing": missing,
            "unauthorized": unauthorized,
        }
    )
)
