import 'server-only'
import type { Route } from 'next'
import { headers } from 'next/headers'
import { notFound, redirect } from 'next/navigation'
import type { ContractInfo } from '#lib/contracts/core/contract-info.ts'
import { readSharedRequest, type SharedRequest } from '#lib/contracts/console/shared-request.ts'
import { openedShareSchema } from '#lib/contracts/console/shares.ts'
import { contractInfos } from '#lib/console/reference/contract-info.ts'
import { findShare } from './find-share.ts'
import { settings } from '#lib/console/api/loaded-config.ts'
import { may } from '#lib/console/auth/permissions.ts'
import { findMember } from '#lib/console/auth/session.ts'
import { store } from '#lib/console/settings/settings.ts'

export interface SharedPage {
  readonly contract: Pick<ContractInfo, 'id' | 'path'>
  readonly request: SharedRequest
  /** False: whoever reads it may sign in, and then run it. */
  readonly signedIn: boolean
}

/**
 * What the page of a short link shows to somebody who may look on only; who may run requests is led to the playground,
 * where it is filled in. There is no such page for a link that is not good, or not for them.
 */
export async function openSharedPage(secret: string): Promise<SharedPage> {
  const member = await findMember({ headers: await headers() })
  const share = await findShare(secret, member)
  if (share === null) notFound()
  const { shares } = await store()
  await shares.countView(share.id)
  const { contract: id } = openedShareSchema.pick({ contract: true }).parse(share)
  if (member !== null && may(member.role, 'run')) {
    redirect(`/${id === 'upload' ? 'documents' : id}?share=${encodeURIComponent(secret)}` as Route)
  }
  const { path } = contractInfos[id]
  return { contract: { id, path }, request: readSharedRequest(share.draft), signedIn: member !== null }
}

/** Whether signing in could show more than somebody sees now. */
export async function maySignIn(): Promise<boolean> {
  return settings().auth !== 'open' && (await findMember({ headers: await headers() })) === null
}
