import { readSharedRequest, type SharedRequest } from '#lib/contracts/console/shared-request.ts'
import type { NewShare, ShareList } from '#lib/contracts/console/shares.ts'
import { askConsole } from '#lib/client/ask-console.ts'

const schemas = () => import('#lib/contracts/console/shares.ts')

/** The path of a short link, relative to the console's URL. */
export function sharePath(secret: string): string {
  return `/s/${secret}`
}

/** @returns the link's secret, which is not stored anywhere else */
export async function makeShare(share: NewShare): Promise<string> {
  const [{ madeShareSchema }, answer] = await Promise.all([
    schemas(),
    askConsole('POST', '/api/shares', share),
  ])
  return madeShareSchema.parse(answer).secret
}

/** @param cursor of the previous page; null: the first page */
export async function listShares(whose: 'mine' | 'all', cursor: string | null): Promise<ShareList> {
  const search = new URLSearchParams({ whose, ...(cursor !== null && { cursor }) })
  const [{ shareListSchema }, answer] = await Promise.all([
    schemas(),
    askConsole('GET', `/api/shares?${search}`),
  ])
  return shareListSchema.parse(answer)
}

export async function revokeShare(id: string): Promise<void> {
  await askConsole('DELETE', `/api/shares/${id}`)
}

/** @throws ConsoleRefusal when the link is invalid, ShareLinkError when its request is invalid */
export async function openShare(secret: string): Promise<SharedRequest> {
  const [{ openedShareSchema }, answer] = await Promise.all([
    schemas(),
    askConsole('POST', `/api/shares/${encodeURIComponent(secret)}/open`, {}),
  ])
  return readSharedRequest(openedShareSchema.parse(answer).request)
}
