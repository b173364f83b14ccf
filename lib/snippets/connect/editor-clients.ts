import {
  type ConnectClient,
  type ConnectServer,
  type ConnectWay,
  hello,
  keyPlaceholder,
  shellBlock,
} from './connect-client.ts'

const editor = {
  group: 'Editors',
  about: 'Editor',
  callsFrom: 'this machine',
  userAgent: null,
  needsTokens: null,
} as const
const chat = { scopes: ['chat'], modelKind: 'chat', keyIn: 'lines' } as const

/** Editors and their extensions, which are set up in forms and files of their own. */
export const editorClients: readonly ConnectClient[] = [
  { ...editor, id: 'cursor', name: 'Cursor', callsFrom: 'its own servers', ways: [cursor()] },
  {
    ...editor,
    id: 'continue',
    name: 'Continue',
    about: 'VS Code, JetBrains',
    ways: [continueDev()],
  },
  { ...editor, id: 'cline', name: 'Cline', about: 'VS Code, JetBrains', ways: [cline()] },
  { ...editor, id: 'zed', name: 'Zed', ways: [zed()] },
]

function cursor(): ConnectWay {
  return {
    ...chat,
    id: 'cursor',
    label: 'Settings',
    proof: { kind: 'read', on: '2026-11-23', source: 'https://ngrok.com/docs/ai-gateway/agents/cursor' },
    lines: ({ address, model, apiKey }) => ({
      install: null,
      setUp: [
        {
          kind: 'fields',
          place: 'Cursor Settings → Models → API Keys',
          fields: [
            { label: 'OpenAI API Key', value: apiKey ?? keyPlaceholder },
            { label: 'Override OpenAI Base URL', value: `${address}/v1` },
            { label: 'Add Custom Model', value: model },
          ],
        },
        { kind: 'text', text: 'Ask and Plan use the model. Agent and Tab keep the models of Cursor.' },
      ],
      send: { kind: 'text', text: `Choose the model in the chat of Cursor and send “${hello}”.` },
    }),
  }
}

function continueDev(): ConnectWay {
  return {
    ...chat,
    id: 'continue',
    label: 'config.yaml',
    proof: { kind: 'read', on: '2026-11-23', source: 'https://docs.continue.dev/reference' },
    lines: server => ({
      install: null,
      setUp: [environmentFile('~/.continue/.env', server), continueFile(server)],
      send: { kind: 'text', text: `Choose Sextant in the chat of Continue and send “${hello}”.` },
    }),
  }
}

// A string of JSON is also one of YAML.
function continueFile({ address, model, contextWindow, readsImages }: ConnectServer) {
  const images = readsImages ? '    capabilities: [tool_use, image_input]\n' : ''
  const window =
    contextWindow === null ? '' : `    defaultCompletionOptions:\n      contextLength: ${contextWindow}\n`
  return {
    kind: 'code',
    place: '~/.continue/config.yaml',
    language: 'yaml',
    code: `name: Sextant
version: 0.0.1
schema: v1
models:
  - name: Sextant
    provider: openai
    model: ${JSON.stringify(model)}
    apiBase: ${JSON.stringify(`${address}/v1`)}
    apiKey: \${{ secrets.SEXTANT_API_KEY }}
${images}${window}`,
  } as const
}

function cline(): ConnectWay {
  return {
    ...chat,
    id: 'cline',
    label: 'Settings',
    proof: {
      kind: 'read',
      on: '2026-11-23',
      source: 'https://docs.cline.bot/provider-config/openai-compatible',
    },
    lines: ({ address, model, apiKey, contextWindow, readsImages }) => ({
      install: null,
      setUp: [
        {
          kind: 'fields',
          place: 'Cline → Settings',
          fields: [
            { label: 'API Provider', value: 'OpenAI Compatible' },
            { label: 'Base URL', value: `${address}/v1` },
            { label: 'API Key', value: apiKey ?? keyPlaceholder },
            { label: 'Model ID', value: model },
            ...(contextWindow === null
              ? []
              : [{ label: 'Context Window Size', value: String(contextWindow) }]),
            { label: 'Supports Images', value: readsImages ? 'On' : 'Off' },
          ],
        },
      ],
      send: { kind: 'text', text: `Start a task in Cline with “${hello}”.` },
    }),
  }
}

/** Zed requires a number; one that every server has. */
const unknownWindow = 8_192

function zed(): ConnectWay {
  return {
    ...chat,
    id: 'zed',
    keyIn: 'environment',
    label: 'settings.json',
    proof: { kind: 'read', on: '2026-11-23', source: 'https://zed.dev/docs/ai/use-api-access' },
    lines: ({ address, model, contextWindow, readsImages }) => {
      const described = {
        name: model,
        display_name: model,
        max_tokens: contextWindow ?? unknownWindow,
        capabilities: { tools: true, images: readsImages },
      }
      const sextant = { api_url: `${address}/v1`, available_models: [described] }
      const settings = { language_models: { openai_compatible: { Sextant: sextant } } }
      return {
        install: null,
        setUp: [
          {
            kind: 'code',
            place: '~/.config/zed/settings.json',
            language: 'json',
            code: `${JSON.stringify(settings, null, 2)}\n`,
          },
          {
            kind: 'text',
            text: 'Zed reads the key from SEXTANT_API_KEY: start it in the shell that has the key.',
          },
          shellBlock('zed .\n'),
        ],
        send: { kind: 'text', text: `Choose ${model} in the agent panel of Zed and send “${hello}”.` },
      }
    },
  }
}

function environmentFile(place: string, { apiKey }: ConnectServer) {
  return {
    kind: 'code',
    place,
    language: 'bash',
    code: `SEXTANT_API_KEY=${apiKey ?? keyPlaceholder}\n`,
  } as const
}
