import { pythonLiteral, typescriptLiteral } from '#lib/snippets/literals.ts'
import { type ConnectClient, hello, programLines, type ConnectWay } from './connect-client.ts'

const chat = { scopes: ['chat'], modelKind: 'chat', keyIn: 'environment' } as const
const chatAndEmbeddings = { ...chat, scopes: ['chat', 'embeddings'] } as const
const web = { ...chat, scopes: ['web'], modelKind: null } as const
const sdk = { group: 'SDKs', callsFrom: 'this machine', userAgent: null, needsTokens: null } as const
const tested = { kind: 'tested' } as const

/** SDKs of vendors and frameworks, with a whole program each. */
export const sdkClients: readonly ConnectClient[] = [
  {
    ...sdk,
    id: 'openai',
    name: 'OpenAI SDK',
    userAgent: /^OpenAI\//,
    about: 'Python, TypeScript',
    ways: [openaiPython(), openaiTypescript(), openaiResponsesPython(), openaiResponsesTypescript()],
  },
  {
    ...sdk,
    id: 'anthropic',
    name: 'Anthropic SDK',
    userAgent: /^Anthropic\//,
    about: 'Python, TypeScript',
    ways: [anthropicPython(), anthropicTypescript()],
  },
  {
    ...sdk,
    id: 'ai-sdk',
    name: 'AI SDK',
    userAgent: /^ai(-sdk)?\//,
    about: 'TypeScript, by Vercel',
    ways: [aiSdkCompatible(), aiSdkOpenai(), aiSdkAnthropic()],
  },
  {
    ...sdk,
    id: 'openai-agents',
    name: 'OpenAI Agents SDK',
    userAgent: /^Agents\//,
    about: 'Python, TypeScript',
    ways: [agentsPython(), agentsTypescript()],
  },
  {
    ...sdk,
    id: 'langchain',
    name: 'LangChain',
    userAgent: /^langchain/,
    about: 'Python, TypeScript',
    ways: [langchainPython(), langchainTypescript()],
  },
  { ...sdk, id: 'llamaindex', name: 'LlamaIndex', about: 'Python', ways: [llamaindex()] },
  {
    ...sdk,
    id: 'cohere',
    name: 'Cohere SDK',
    userAgent: /^cohere-ai\//,
    about: 'Rerank, TypeScript',
    ways: [cohere()],
  },
  {
    ...sdk,
    id: 'firecrawl',
    name: 'Firecrawl SDK',
    about: 'Map and scrape',
    ways: [firecrawlPython(), firecrawlTypescript()],
  },
]

function openaiPython(): ConnectWay {
  return {
    ...chatAndEmbeddings,
    id: 'openai-python',
    label: 'Python',
    proof: tested,
    lines: ({ address, model }) =>
      programLines('python', {
        install: 'openai',
        code: `import os
from openai import OpenAI

client = OpenAI(base_url=${pythonLiteral(`${address}/v1`)}, api_key=os.environ["SEXTANT_API_KEY"])
answer = client.chat.completions.create(
    model=${pythonLiteral(model)},
    messages=[{"role": "user", "content": ${pythonLiteral(hello)}}],
)
print(answer.choices[0].message.content)
`,
      }),
  }
}

function openaiTypescript(): ConnectWay {
  return {
    ...chatAndEmbeddings,
    id: 'openai-typescript',
    label: 'TypeScript',
    proof: tested,
    lines: ({ address, model }) =>
      programLines('typescript', {
        install: 'openai',
        code: `import OpenAI from 'openai'

const client = new OpenAI({ baseURL: ${typescriptLiteral(`${address}/v1`)}, apiKey: process.env.SEXTANT_API_KEY })
const answer = await client.chat.completions.create({
  model: ${typescriptLiteral(model)},
  messages: [{ role: 'user', content: ${typescriptLiteral(hello)} }],
})
console.log(answer.choices[0]?.message.content)
`,
      }),
  }
}

function openaiResponsesPython(): ConnectWay {
  return {
    ...chat,
    id: 'openai-responses-python',
    label: 'Python, Responses',
    proof: { kind: 'ran', version: 'openai 3.54.0', on: '2026-11-24' },
    lines: ({ address, model }) =>
      programLines('python', {
        install: 'openai',
        code: `import os
from openai import OpenAI

client = OpenAI(base_url=${pythonLiteral(`${address}/v1`)}, api_key=os.environ["SEXTANT_API_KEY"])
response = client.responses.create(
    model=${pythonLiteral(model)},
    input=${pythonLiteral(hello)},
)
print(response.output_text)
`,
      }),
  }
}

function openaiResponsesTypescript(): ConnectWay {
  return {
    ...chat,
    id: 'openai-responses-typescript',
    label: 'TypeScript, Responses',
    proof: { kind: 'ran', version: 'openai 7.57.0', on: '2026-11-24' },
    lines: ({ address, model }) =>
      programLines('typescript', {
        install: 'openai',
        code: `import OpenAI from 'openai'

const client = new OpenAI({ baseURL: ${typescriptLiteral(`${address}/v1`)}, apiKey: process.env.SEXTANT_API_KEY })
const response = await client.responses.create({
  model: ${typescriptLiteral(model)},
  input: ${typescriptLiteral(hello)},
})
console.log(response.output_text)
`,
      }),
  }
}

// Their `api_key` goes into the header `x-api-key`, which wins over a token of the environment.
function anthropicPython(): ConnectWay {
  return {
    ...chat,
    id: 'anthropic-python',
    label: 'Python',
    proof: { kind: 'ran', version: 'anthropic 2.12.0', on: '2026-11-24' },
    lines: ({ address, model }) =>
      programLines('python', {
        install: 'anthropic',
        code: `import os
from anthropic import Anthropic

client = Anthropic(base_url=${pythonLiteral(address)}, api_key=os.environ["SEXTANT_API_KEY"])
message = client.messages.create(
    model=${pythonLiteral(model)},
    max_tokens=256,
    messages=[{"role": "user", "content": ${pythonLiteral(hello)}}],
)
print("".join(block.text for block in message.content if block.type == "text"))
`,
      }),
  }
}

function anthropicTypescript(): ConnectWay {
  return {
    ...chat,
    id: 'anthropic-typescript',
    label: 'TypeScript',
    proof: { kind: 'ran', version: '@anthropic-ai/sdk 1.12.0', on: '2026-11-24' },
    lines: ({ address, model }) =>
      programLines('typescript', {
        install: '@anthropic-ai/sdk',
        code: `import Anthropic from '@anthropic-ai/sdk'

const client = new Anthropic({ baseURL: ${typescriptLiteral(address)}, apiKey: process.env.SEXTANT_API_KEY })
const message = await client.messages.create({
  model: ${typescriptLiteral(model)},
  max_tokens: 256,
  messages: [{ role: 'user', content: ${typescriptLiteral(hello)} }],
})
for (const block of message.content) if (block.type === 'text') console.log(block.text)
`,
      }),
  }
}

function aiSdkCompatible(): ConnectWay {
  return {
    ...chatAndEmbeddings,
    id: 'ai-sdk',
    label: 'OpenAI-compatible',
    proof: tested,
    lines: ({ address, model }) =>
      programLines('typescript', {
        install: 'ai @ai-sdk/openai-compatible',
        code: `import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { generateText } from 'ai'

const sextant = createOpenAICompatible({
  name: 'sextant',
  baseURL: ${typescriptLiteral(`${address}/v1`)},
  apiKey: process.env.SEXTANT_API_KEY,
})
const { text } = await generateText({ model: sextant(${typescriptLiteral(model)}), prompt: ${typescriptLiteral(hello)} })
console.log(text)
`,
      }),
  }
}

/** Its models use the Responses API unless a program asks for chat. */
function aiSdkOpenai(): ConnectWay {
  return {
    ...chat,
    id: 'ai-sdk-openai',
    label: 'OpenAI',
    proof: { kind: 'ran', version: '@ai-sdk/openai 4.0.118', on: '2026-11-24' },
    lines: ({ address, model }) =>
      programLines('typescript', {
        install: 'ai @ai-sdk/openai',
        code: `import { createOpenAI } from '@ai-sdk/openai'
import { generateText } from 'ai'

const sextant = createOpenAI({
  baseURL: ${typescriptLiteral(`${address}/v1`)},
  apiKey: process.env.SEXTANT_API_KEY,
})
const { text } = await generateText({ model: sextant(${typescriptLiteral(model)}), prompt: ${typescriptLiteral(hello)} })
console.log(text)
`,
      }),
  }
}

function aiSdkAnthropic(): ConnectWay {
  return {
    ...chat,
    id: 'ai-sdk-anthropic',
    label: 'Anthropic',
    proof: { kind: 'ran', version: '@ai-sdk/anthropic 4.0.105', on: '2026-11-24' },
    lines: ({ address, model }) =>
      programLines('typescript', {
        install: 'ai @ai-sdk/anthropic',
        code: `import { createAnthropic } from '@ai-sdk/anthropic'
import { generateText } from 'ai'

const sextant = createAnthropic({
  baseURL: ${typescriptLiteral(`${address}/v1`)},
  apiKey: process.env.SEXTANT_API_KEY,
})
const { text } = await generateText({ model: sextant(${typescriptLiteral(model)}), prompt: ${typescriptLiteral(hello)} })
console.log(text)
`,
      }),
  }
}

// Tracing would send the conversation to OpenAI. A name with a slash is that of a provider of the SDK, unless it is a model object.
function agentsPython(): ConnectWay {
  return {
    ...chat,
    id: 'openai-agents-python',
    label: 'Python',
    proof: { kind: 'ran', version: 'openai-agents 0.24.0', on: '2026-11-24' },
    lines: ({ address, model }) =>
      programLines('python', {
        install: 'openai-agents',
        code: `import os
from agents import Agent, OpenAIResponsesModel, Runner, set_tracing_disabled
from openai import AsyncOpenAI

set_tracing_disabled(True)
client = AsyncOpenAI(
    base_url=${pythonLiteral(`${address}/v1`)},
    api_key=os.environ["SEXTANT_API_KEY"],
)
model = OpenAIResponsesModel(model=${pythonLiteral(model)}, openai_client=client)
agent = Agent(name="Assistant", model=model)
print(Runner.run_sync(agent, ${pythonLiteral(hello)}).final_output)
`,
      }),
  }
}

function agentsTypescript(): ConnectWay {
  return {
    ...chat,
    id: 'openai-agents-typescript',
    label: 'TypeScript',
    proof: { kind: 'ran', version: '@openai/agents 0.20.0', on: '2026-11-24' },
    lines: ({ address, model }) =>
      programLines('typescript', {
        install: '@openai/agents',
        code: `import { Agent, OpenAIProvider, Runner, setTracingDisabled } from '@openai/agents'

setTracingDisabled(true)
const modelProvider = new OpenAIProvider({
  baseURL: ${typescriptLiteral(`${address}/v1`)},
  apiKey: process.env.SEXTANT_API_KEY,
})
const agent = new Agent({ name: 'Assistant', model: ${typescriptLiteral(model)} })
const { finalOutput } = await new Runner({ modelProvider }).run(agent, ${typescriptLiteral(hello)})
console.log(finalOutput)
`,
      }),
  }
}

function langchainPython(): ConnectWay {
  return {
    ...chat,
    id: 'langchain-python',
    label: 'Python',
    proof: { kind: 'ran', version: 'langchain-openai 1.7.3', on: '2026-11-24' },
    lines: ({ address, model }) =>
      programLines('python', {
        install: 'langchain-openai',
        code: `import os
from langchain_openai import ChatOpenAI

model = ChatOpenAI(
    model=${pythonLiteral(model)},
    base_url=${pythonLiteral(`${address}/v1`)},
    api_key=os.environ["SEXTANT_API_KEY"],
)
print(model.invoke(${pythonLiteral(hello)}).content)
`,
      }),
  }
}

function langchainTypescript(): ConnectWay {
  return {
    ...chat,
    id: 'langchain-typescript',
    label: 'TypeScript',
    proof: { kind: 'ran', version: '@langchain/openai 1.6.0', on: '2026-11-24' },
    lines: ({ address, model }) =>
      programLines('typescript', {
        install: '@langchain/openai @langchain/core',
        code: `import { ChatOpenAI } from '@langchain/openai'

const model = new ChatOpenAI({
  model: ${typescriptLiteral(model)},
  apiKey: process.env.SEXTANT_API_KEY,
  configuration: { baseURL: ${typescriptLiteral(`${address}/v1`)} },
})
console.log((await model.invoke(${typescriptLiteral(hello)})).content)
`,
      }),
  }
}

function llamaindex(): ConnectWay {
  return {
    ...chat,
    id: 'llamaindex',
    label: 'Python',
    proof: { kind: 'ran', version: 'llama-index-llms-openai-like 0.8.1', on: '2026-11-24' },
    lines: ({ address, model, contextWindow }) =>
      programLines('python', {
        install: 'llama-index-llms-openai-like',
        code: `import os
from llama_index.llms.openai_like import OpenAILike

model = OpenAILike(
    model=${pythonLiteral(model)},
    api_base=${pythonLiteral(`${address}/v1`)},
    api_key=os.environ["SEXTANT_API_KEY"],
    is_chat_model=True,
${contextWindow === null ? '' : `    context_window=${contextWindow},\n`})
print(model.complete(${pythonLiteral(hello)}))
`,
      }),
  }
}

function cohere(): ConnectWay {
  return {
    id: 'cohere',
    label: 'TypeScript',
    scopes: ['rerank'],
    modelKind: 'rerank',
    keyIn: 'environment',
    proof: tested,
    lines: ({ address, model }) =>
      programLines('typescript', {
        install: 'cohere-ai',
        code: `import { CohereClient } from 'cohere-ai'

const client = new CohereClient({ environment: ${typescriptLiteral(address)}, token: process.env.SEXTANT_API_KEY })
const ranking = await client.rerank({
  model: ${typescriptLiteral(model)},
  query: 'When does the library open?',
  documents: ['The library opens at 9.', 'The museum closes at 6.'],
})
console.log(ranking.results)
`,
      }),
  }
}

function firecrawlPython(): ConnectWay {
  return {
    ...web,
    id: 'firecrawl',
    label: 'Python',
    proof: tested,
    lines: ({ address }) =>
      programLines('python', {
        install: 'firecrawl-py',
        code: `import os
from firecrawl import Firecrawl

client = Firecrawl(api_url=${pythonLiteral(address)}, api_key=os.environ["SEXTANT_API_KEY"])
page = client.scrape("https://example.com", formats=["markdown"])
print(page.markdown)
`,
      }),
  }
}

function firecrawlTypescript(): ConnectWay {
  return {
    ...web,
    id: 'firecrawl-typescript',
    label: 'TypeScript',
    proof: tested,
    lines: ({ address }) =>
      programLines('typescript', {
        install: '@mendable/firecrawl-js',
        code: `import { Firecrawl } from '@mendable/firecrawl-js'

const client = new Firecrawl({ apiUrl: ${typescriptLiteral(address)}, apiKey: process.env.SEXTANT_API_KEY })
const page = await client.scrape('https://example.com', { formats: ['markdown'] })
console.log(page.markdown)
`,
      }),
  }
}
