import { claudeCodeClient } from './claude-code-client.ts'
import { codexClient } from './codex-client.ts'
import type { ConnectClient } from './connect-client.ts'
import { curlClient } from './curl-client.ts'
import { editorClients } from './editor-clients.ts'
import { frontEndClients } from './front-end-clients.ts'
import { mcpClients } from './mcp-clients.ts'
import { sdkClients } from './sdk-clients.ts'

/** Every client whose lines the console shows, in the order of its groups. */
export const connectClients: readonly [ConnectClient, ...ConnectClient[]] = [
  claudeCodeClient,
  codexClient,
  ...mcpClients,
  ...editorClients,
  ...sdkClients,
  ...frontEndClients,
  curlClient,
]
