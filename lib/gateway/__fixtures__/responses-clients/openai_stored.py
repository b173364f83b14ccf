import json
import sys

import openai

base_url, api_key, model = sys.argv[1:4]
client = openai.OpenAI(base_url=f"{base_url}/v1", api_key=api_key)


def status_of(ask):
    try:
        ask()
    except openai.APIStatusError as error:
        return f"{type(error).__name__} {error.status_code} {error.code}"
    return 200


first = client.responses.create(model=model, input="My name is Ada.")
with client.responses.stream(
    model=model, input="What is my name?", previous_response_id=first.id
) as stream:
    second = stream.get_final_response()
retrieved = client.responses.retrieve(second.id)
items = client.responses.input_items.list(first.id, limit=1)
client.responses.delete(first.id)

print(
    json.dumps(
        {
            "answers": [first.output_text, second.output_text, retrieved.output_text],
            "stored": [first.store, second.store, retrieved.store],
            "continues": [
                second.previous_response_id == first.id,
                retrieved.previous_response_id == first.id,
            ],
            "input": [[item.role, item.content[0].text] for item in items],
            "errors": [
                status_of(lambda: client.responses.retrieve(first.id)),
                status_of(
                    lambda: client.responses.create(
                        model=model, input="More", previous_response_id=second.id
                    )
                ),
                status_of(lambda: client.responses.cancel(second.id)),
            ],
        }
    )
)
