import type { KeyList, KeyPatch, KeyUse, MadeKey, NewKey } from '#lib/contracts/console/keys.ts'
import { askConsole } from '#lib/client/ask-console.ts'

const schemas = () => import('#lib/contracts/console/keys.ts')

export async function listTeamKeys(): Promise<KeyList> {
  const [{ keyListSchema }, answer] = await Promise.all([schemas(), askConsole('GET', '/api/keys')])
  return keyListSchema.parse(answer)
}

/** The response has the only copy of the secret. */
export async function makeTeamKey(settings: NewKey): Promise<MadeKey> {
  const [{ madeKeySchema }, answer] = await Promise.all([
    schemas(),
    askConsole('POST', '/api/keys', settings),
  ])
  return madeKeySchema.parse(answer)
}

export async function changeTeamKey(id: string, patch: KeyPatch): Promise<void> {
  await askConsole('PATCH', `/api/keys/${id}`, patch)
}

export async function revokeTeamKey(id: string): Promise<void> {
  await askConsole('DELETE', `/api/keys/${id}`)
}

/** The response has the only copy of the new secret; the old key works for `overlapMs` more. */
export async function rotateTeamKey(id: string, overlapMs: number): Promise<MadeKey> {
  const [{ madeKeySchema }, answer] = await Promise.all([
    schemas(),
    askConsole('POST', `/api/keys/${id}/rotate`, { overlap_ms: overlapMs }),
  ])
  return madeKeySchema.parse(answer)
}

export async function readTeamKeyUse(id: string): Promise<KeyUse> {
  const [{ keyUseSchema }, answer] = await Promise.all([schemas(), askConsole('GET', `/api/keys/${id}/use`)])
  return keyUseSchema.parse(answer)
}
