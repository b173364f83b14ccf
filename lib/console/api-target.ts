import 'server-only'
import { internalHeader } from '#lib/internal-token.ts'
import type { Target } from './forward.ts'
import { playgroundKeyOf } from './playground-key.ts'
import { requireMember } from './session.ts'
import { settings } from './settings.ts'

/** Where runs go and with whose key: this gateway as the member, or the server that was configured. */
export async function apiTarget(path: string): Promise<Target> {
  const { remote } = settings()
  const member = await requireMember()
  if (remote === null) {
    return { baseUrl: gatewayUrl(), headers: { authorization: `Bearer ${await playgroundKeyOf(member)}` } }
  }
  return {
    baseUrl: path.startsWith('/upload') ? remote.uploadUrl : remote.baseUrl,
    headers: remote.apiKey === null ? {} : { authorization: `Bearer ${remote.apiKey}` },
  }
}

/** The gateway's operator routes; null when runs go to another server, or nothing supervises this process. */
export function internalTarget(): Target | null {
  const { remote, internal } = settings()
  if (remote !== null || internal === null) return null
  return { baseUrl: gatewayUrl(), headers: { [internalHeader]: internal.token } }
}

function gatewayUrl(): string {
  const { internal, port } = settings()
  return `http://127.0.0.1:${internal?.gatewayPort ?? port}`
}
