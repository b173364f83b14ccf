import { openShare } from '#lib/console/shares/open-share.ts'
import { createShare, listShares, revokeShare } from '#lib/console/shares/shares.ts'
import { type AccessRow, row } from './access-row.ts'
import type { TestMember, TestTeam } from './test-team.ts'

const ownShare = {
  name: 'an own link',
  make: async (team: TestTeam, by: TestMember | null) => (await makeShare(team, by ?? team.members.owner)).id,
}
const colleaguesShare = {
  name: "a colleague's link",
  make: async (team: TestTeam, by: TestMember | null) =>
    (await makeShare(team, by?.role === 'owner' ? team.members.admin : team.members.owner)).id,
}
const strangersShare = {
  name: "another team's link",
  make: async (team: TestTeam) => (await makeShare(team, team.stranger)).id,
}
const teamLink = {
  name: 'a link for the team',
  make: async (team: TestTeam) => (await makeShare(team, team.members.member)).secret,
}
const publicLink = {
  name: 'a public link',
  make: async (team: TestTeam) => (await makeShare(team, team.members.member, 'public')).secret,
}
const strangersLink = {
  name: "another team's link for members",
  make: async (team: TestTeam) => (await makeShare(team, team.stranger)).secret,
}
const strangersPublicLink = {
  name: "another team's public link",
  make: async (team: TestTeam) => (await makeShare(team, team.stranger, 'public')).secret,
}
const revokedLink = {
  name: 'a revoked link',
  async make(team: TestTeam) {
    const by = team.members.owner
    const { id, secret } = await makeShare(team, by, 'public')
    await team.store.shares.revoke(by.teamId, id, { ownerId: null, by })
    return secret
  },
}
const guessedLink = { name: 'a guess', make: async () => 'A'.repeat(22) }

const unshare = { method: 'DELETE', path: '/api/shares/[id]', handler: revokeShare } as const
const opens = { method: 'POST', path: '/api/shares/[id]/open', handler: openShare } as const
const shared = {
  request: '{"contract":"chat","draft":{}}',
  title: 'Hello',
  life: '1d',
  audience: 'public',
} as const

/** The routes of short links. */
export const shareRows: readonly AccessRow[] = [
  row({ method: 'POST', path: '/api/shares', handler: createShare, body: shared }, [401, 403, 201, 201, 201]),
  row({ method: 'GET', path: '/api/shares', handler: listShares }, [401, 403, 200, 200, 200]),
  row({ ...unshare, target: ownShare }, [401, 403, 200, 200, 200]),
  row({ ...unshare, target: colleaguesShare }, [401, 403, 404, 200, 200]),
  row({ ...unshare, target: strangersShare }, [401, 403, 404, 404, 404]),
  row({ ...opens, target: teamLink }, [404, 200, 200, 200, 200]),
  row({ ...opens, target: publicLink }, [200, 200, 200, 200, 200]),
  row({ ...opens, target: strangersLink }, [404, 404, 404, 404, 404]),
  row({ ...opens, target: strangersPublicLink }, [200, 200, 200, 200, 200]),
  row({ ...opens, target: revokedLink }, [404, 404, 404, 404, 404]),
  row({ ...opens, target: guessedLink }, [404, 404, 404, 404, 404]),
]

function makeShare(team: TestTeam, by: TestMember, audience: 'team' | 'public' = 'team') {
  const { teamId } = by
  const about = { contract: 'chat', title: 'Hello', draft: shared.request, expiresAt: null }
  return team.store.shares.create({ teamId, ...about, audience, by })
}
