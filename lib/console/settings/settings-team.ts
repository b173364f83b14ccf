import 'server-only'
import {
  type TeamSettings as TeamSettingsView,
  teamSettingsPatchSchema,
} from '#lib/contracts/console/settings.ts'
import type { TeamSettings } from '#lib/store/team/team-settings.ts'
import { answer } from '#lib/console/http/answer.ts'
import { toActor } from '#lib/console/auth/requester.ts'
import { readBody } from '#lib/console/http/read-body.ts'
import { requireMember } from '#lib/console/auth/session.ts'
import { store } from '#lib/console/core/store.ts'

/** The team settings. */
export function readSettings(request: Request): Promise<Response> {
  return answer(request, async () => {
    const { teamId } = await requireMember(request, 'manage_team')
    return Response.json(await toView(teamId))
  })
}

/** Changes the given settings. */
export function changeSettings(request: Request): Promise<Response> {
  return answer(request, async () => {
    const member = await requireMember(request, 'manage_team')
    const { name, ...patch } = await readBody(request, teamSettingsPatchSchema)
    const { teams, settings } = await store()
    const by = toActor(member, request)
    if (name !== undefined) await teams.rename(member.teamId, name, by)
    if (Object.keys(patch).length > 0) await settings.update(member.teamId, toPatch(patch), by)
    return Response.json(await toView(member.teamId))
  })
}

async function toView(teamId: string): Promise<TeamSettingsView> {
  const { teams, settings } = await store()
  const [name, settled] = await Promise.all([teams.nameOf(teamId), settings.read(teamId)])
  return {
    name,
    keep_everything: settled.keepEverything,
    public_links: settled.publicLinks,
    request_days: settled.requestDays,
    body_days: settled.bodyDays,
    stored_response_days: settled.storedResponseDays,
    keep_playground_bodies: settled.keepPlaygroundBodies,
    member_downloads: settled.memberDownloads,
    key_requests_per_minute: settled.keyRequestsPerMinute,
    key_tokens_per_minute: settled.keyTokensPerMinute,
    key_parallel: settled.keyParallel,
    team_requests_per_minute: settled.teamRequestsPerMinute,
    team_tokens_per_minute: settled.teamTokensPerMinute,
    team_parallel: settled.teamParallel,
    reject_unpriced: settled.rejectUnpriced,
    answer_tokens_max: settled.answerTokensMax,
  }
}

type Given = { readonly [K in keyof Omit<TeamSettingsView, 'name'>]?: TeamSettingsView[K] | undefined }

function toPatch(given: Given): Partial<TeamSettings> {
  const { keep_everything, public_links, request_days, body_days, keep_playground_bodies } = given
  const { stored_response_days, member_downloads, reject_unpriced, answer_tokens_max } = given
  const { key_requests_per_minute, key_tokens_per_minute, key_parallel } = given
  const { team_requests_per_minute, team_tokens_per_minute, team_parallel } = given
  return {
    ...(keep_everything !== undefined && { keepEverything: keep_everything }),
    ...(public_links !== undefined && { publicLinks: public_links }),
    ...(request_days !== undefined && { requestDays: request_days }),
    ...(body_days !== undefined && { bodyDays: body_days }),
    ...(stored_response_days !== undefined && { storedResponseDays: stored_response_days }),
    ...(keep_playground_bodies !== undefined && { keepPlaygroundBodies: keep_playground_bodies }),
    ...(member_downloads !== undefined && { memberDownloads: member_downloads }),
    ...(key_requests_per_minute !== undefined && { keyRequestsPerMinute: key_requests_per_minute }),
    ...(key_tokens_per_minute !== undefined && { keyTokensPerMinute: key_tokens_per_minute }),
    ...(key_parallel !== undefined && { keyParallel: key_parallel }),
    ...(team_requests_per_minute !== undefined && { teamRequestsPerMinute: team_requests_per_minute }),
    ...(team_tokens_per_minute !== undefined && { teamTokensPerMinute: team_tokens_per_minute }),
    ...(team_parallel !== undefined && { teamParallel: team_parallel }),
    ...(reject_unpriced !== undefined && { rejectUnpriced: reject_unpriced }),
    ...(answer_tokens_max !== undefined && { answerTokensMax: answer_tokens_max }),
  }
}
