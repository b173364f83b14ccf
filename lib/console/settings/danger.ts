import 'server-only'
import { deleteTeamSchema } from '#lib/contracts/console/settings.ts'
import { ApiError } from '#lib/errors.ts'
import type { Store } from '#lib/store/core/store.ts'
import { answer } from '#lib/console/http/answer.ts'
import { toActor } from '#lib/console/auth/requester.ts'
import { settings } from '#lib/console/core/loaded-config.ts'
import { forgetMembers } from '#lib/console/auth/member-cache.ts'
import { readBody } from '#lib/console/http/read-body.ts'
import { requireMember, toEndedCookie } from '#lib/console/auth/session.ts'
import { store } from '#lib/console/core/store.ts'
import { toDownload } from '#lib/console/http/to-download.ts'

/** Everything of the team except secrets, as JSON lines; audited first. */
export function exportTeam(request: Request): Promise<Response> {
  return answer(request, async () => {
    const member = await requireMember(request, 'own')
    const { teamId } = member
    const opened = await store()
    const by = toActor(member, request)
    await opened.audit.append(teamId, by, { action: 'team.export', target: teamId })
    const day = new Date().toISOString().slice(0, 10)
    return toDownload(toLines(opened, teamId), {
      name: `sextant-export-${day}.jsonl`,
      type: 'application/x-ndjson',
    })
  })
}

/** The first line identifies the format, the last one confirms that the export is complete. */
async function* toLines({ teams }: Store, teamId: string): AsyncGenerator<string> {
  yield `${JSON.stringify({ object: 'sextant.export', version: 1, at: Date.now() })}\n`
  let rows = 0
  for await (const part of teams.export(teamId)) {
    rows += part.length
    yield part.map(row => `${JSON.stringify(row)}\n`).join('')
  }
  yield `${JSON.stringify({ object: 'sextant.export.end', rows })}\n`
}

/**
 * Deletes the team after its name was typed: it ends immediately; the gateway deletes its rows within minutes.
 */
export function deleteTeam(request: Request): Promise<Response> {
  return answer(request, async () => {
    const member = await requireMember(request, 'own')
    const { teamId } = member
    const { name } = await readBody(request, deleteTeamSchema)
    const opened = await store()
    if (name !== (await opened.teams.nameOf(teamId))) {
      throw new ApiError('invalid_value', 'This is not the name of the team.', { param: 'name' })
    }
    await opened.teams.delete(teamId, toActor(member, request))
    forgetMembers(opened)
    const headers = new Headers(settings().auth === 'open' ? {} : { 'set-cookie': toEndedCookie() })
    return Response.json({ deleted: true }, { headers })
  })
}
