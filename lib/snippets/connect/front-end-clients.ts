import { shellLiteral } from '#lib/snippets/literals.ts'
import {
  type ConnectClient,
  type ConnectServer,
  type ConnectWay,
  hello,
  keyPlaceholder,
  shellBlock,
} from './connect-client.ts'

const frontEnd = {
  group: 'Front ends',
  callsFrom: 'a container',
  userAgent: null,
  needsTokens: null,
} as const
const chat = { scopes: ['chat'], modelKind: 'chat' } as const

/** Web front ends that run in containers. */
export const frontEndClients: readonly ConnectClient[] = [
  { ...frontEnd, id: 'open-webui', name: 'Open WebUI', about: 'Docker', ways: [openWebui()] },
  { ...frontEnd, id: 'librechat', name: 'LibreChat', about: 'Docker', ways: [librechat()] },
]

function openWebui(): ConnectWay {
  return {
    ...chat,
    id: 'open-webui',
    keyIn: 'environment',
    label: 'Docker',
    proof: {
      kind: 'read',
      on: '2026-11-23',
      source: 'https://docs.openwebui.com/getting-started/env-configuration/',
    },
    lines: ({ address, model }) => ({
      install: null,
      setUp: [
        shellBlock(`docker run -d -p 8080:8080 -v open-webui:/app/backend/data \\
  --add-host=host.docker.internal:host-gateway \\
  -e OPENAI_API_BASE_URL=${shellLiteral(`${address}/v1`)} \\
  -e OPENAI_API_KEY="$SEXTANT_API_KEY" \\
  --name open-webui ghcr.io/open-webui/open-webui:main
`),
      ],
      send: { kind: 'text', text: `Open http://localhost:8080, choose ${model} and send “${hello}”.` },
    }),
  }
}

function librechat(): ConnectWay {
  return {
    ...chat,
    id: 'librechat',
    keyIn: 'lines',
    label: 'librechat.yaml',
    proof: {
      kind: 'read',
      on: '2026-11-23',
      source: 'https://www.librechat.ai/docs/quick_start/custom_endpoints',
    },
    lines: server => ({
      install: null,
      setUp: [
        {
          kind: 'code',
          place: '.env',
          language: 'bash',
          code: `SEXTANT_API_KEY=${server.apiKey ?? keyPlaceholder}\n`,
        },
        librechatFile(server),
      ],
      send: {
        kind: 'text',
        text: `Restart LibreChat, choose Sextant as the endpoint and send “${hello}”.`,
      },
    }),
  }
}

// A string of JSON is also one of YAML.
function librechatFile({ address, model }: ConnectServer) {
  return {
    kind: 'code',
    place: 'librechat.yaml',
    language: 'yaml',
    code: `version: 1.3.17
cache: true
endpoints:
  custom:
    - name: Sextant
      apiKey: \${SEXTANT_API_KEY}
      baseURL: ${JSON.stringify(`${address}/v1`)}
      models:
        default: [${JSON.stringify(model)}]
        fetch: true
      titleConvo: true
      titleModel: ${JSON.stringify(model)}
`,
  } as const
}
