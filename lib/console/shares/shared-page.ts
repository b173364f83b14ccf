import 'server-only'
import type { Route } from 'next'
import { headers } from 'next/headers'
import { notFound, redirect } from 'next/navigation'
import { playgrounds } from '#lib/contracts/api/capabilities.ts'
import type { ContractInfo } from '#lib/contracts/core/contract-info.ts'
import { readSharedRequest, type SharedRequest } from '#lib/contracts/console/shared-request.ts'
import { openedShareSchema } from '#lib/contracts/console/shares.ts'
import { contractInfos } from '#lib/console/reference/contract-info.ts'
import { findShare } from './find-share.ts'
import { settings } from '#lib/console/core/loaded-config.ts'
import { may } from '#lib/console/auth/permissions.ts'
import { findMember } from '#lib/console/auth/session.ts'
import { store } from '#lib/console/core/store.ts'

export interface SharedPage {
  readonly contract: Pick<ContractInfo, 'id' | 'path'>
  readonly request: SharedRequest
  /** False: the reader may sign in and run it. */
  readonly signedIn: boolean
}

/**
 * The page of a short link for read-only visitors; members who can run requests are redirected to the playground
 * with the request filled in. Invalid or forbidden links have no page.
 */
export async function openSharedPage(secret: string): Promise<SharedPage> {
  const member = await findMember({ headers: await headers() })
  const share = await findShare(secret, member)
  if (share === null) notFound()
  const { shares } = await store()
  await shares.countView(share.id)
  const { contract: id } = openedShareSchema.pick({ contract: true }).parse(share)
  if (member !== null && may(member.role, 'run')) {
    const page = playgrounds.find(({ contract }) => contract === id)?.path
    redirect(`${page}?share=${encodeURIComponent(secret)}` as Route)
  }
  const { path } = contractInfos[id]
  return { contract: { id, path }, request: readSharedRequest(share.draft), signedIn: member !== null }
}

/** Whether signing in could show more. */
export async function maySignIn(): Promise<boolean> {
  return settings().auth !== 'open' && (await findMember({ headers: await headers() })) === null
}
