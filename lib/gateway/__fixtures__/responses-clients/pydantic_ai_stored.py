import json
import sys

from pydantic_ai import Agent
from pydantic_ai.models.openai import OpenAIResponsesModel, OpenAIResponsesModelSettings
from pydantic_ai.providers.openai import OpenAIProvider

base_url, api_key, name = sys.argv[1:4]
model = OpenAIResponsesModel(name, provider=OpenAIProvider(base_url=f"{base_url}/v1", api_key=api_key))
# It sends the items since the last response, and the id of that response.
agent = Agent(model, model_settings=OpenAIResponsesModelSettings(openai_previous_response_id="auto"))

first = agent.run_sync("My name is Ada.")
second = agent.run_sync("What is my name?", message_history=first.all_messages())
third = agent.run_sync("And now?", message_history=second.all_messages())

print(json.dumps([result.output for result in (first, second, third)]))
