import { exportAudit } from '#lib/console/settings/audit-export.ts'
import { listAudit, listAuditChoices } from '#lib/console/settings/audit.ts'
import { createKey } from '#lib/console/keys/create-key.ts'
import { deleteTeam, exportTeam } from '#lib/console/settings/danger.ts'
import { readDocIndex } from '#lib/console/docs/docs.ts'
import { acceptInvitation, openInvitation } from '#lib/console/members/join.ts'
import { changeKey, listKeys, readKeyUse, revokeKey, rotateKey } from '#lib/console/keys/keys.ts'
import { listDownloads, listModels, pullModel } from '#lib/console/providers/models.ts'
import {
  changeMember,
  invite,
  listMembers,
  removeMember,
  revokeInvitation,
} from '#lib/console/members/members.ts'
import { exportRequests, listRequests, readRequest, readRequestBodies } from '#lib/console/requests/requests.ts'
import { listGateways } from '#lib/console/settings/gateways.ts'
import { listOpenRequests } from '#lib/console/api/open-requests.ts'
import { listRefusedRequests } from '#lib/console/api/refused-requests.ts'
import { listRecentClients } from '#lib/console/requests/recent-clients.ts'
import { run } from '#lib/console/api/run.ts'
import { endSession, endSessions, listSessions } from '#lib/console/settings/sessions.ts'
import { changePassword, readYou, renameYou } from '#lib/console/settings/settings-you.ts'
import { changeSettings, readSettings } from '#lib/console/settings/settings-team.ts'
import { setUp } from '#lib/console/auth/set-up.ts'
import { singleSignOn } from '#lib/console/auth/session.ts'
import { signIn, signOut } from '#lib/console/auth/sign-in.ts'
import { requestRow } from '#lib/store/__fixtures__/test-request-row.ts'
import { type AccessRow, row } from './access-row.ts'
import { budgetRows } from './budget-access.ts'
import { providerRows } from './provider-access.ts'
import { shareRows } from './share-access.ts'
import type { TestMember, TestTeam } from './test-team.ts'
import { usageRows } from './usage-access.ts'

const ownKey = {
  name: 'an own key',
  make: (team: TestTeam, by: TestMember | null) => makeKey(team, by ?? team.members.owner),
}
const colleaguesKey = {
  name: "a colleague's key",
  make: (team: TestTeam, by: TestMember | null) =>
    makeKey(team, by?.role === 'owner' ? team.members.admin : team.members.owner),
}
const strangersKey = { name: "another team's key", make: (team: TestTeam) => makeKey(team, team.stranger) }
const consoleKey = {
  name: "the console's own key",
  make: (team: TestTeam, by: TestMember | null) => makeKey(team, by ?? team.members.owner, 'playground'),
}
const viewerTarget = { name: 'a viewer', make: async (team: TestTeam) => team.members.viewer.id }
const ownerTarget = { name: 'the last owner', make: async (team: TestTeam) => team.members.owner.id }
const newcomer = {
  name: 'a newcomer',
  async make(team: TestTeam) {
    const { secret } = await makeInvitation(team, team.members.owner)
    const account = { email: `${crypto.randomUUID()}@example.org`, name: 'New', passwordHash: null }
    return (await team.store.invitations.accept({ secret, account, address: null })).userId
  },
}
const stranger = { name: "another team's member", make: async (team: TestTeam) => team.stranger.id }
const invitation = {
  name: 'an invitation',
  make: async (team: TestTeam) => (await makeInvitation(team, team.members.owner)).id,
}
const strangersInvitation = {
  name: "another team's invitation",
  make: async (team: TestTeam) => (await makeInvitation(team, team.stranger)).id,
}
const ownSession = {
  name: 'an own session',
  make: (team: TestTeam, by: TestMember | null) => makeSession(team, by ?? team.members.owner),
}
const viewersSession = {
  name: "a viewer's session",
  make: (team: TestTeam) => makeSession(team, team.members.viewer),
}
const ownersSession = {
  name: "an owner's session",
  make: (team: TestTeam) => makeSession(team, team.members.owner),
}
const strangersSession = {
  name: "another team's session",
  make: (team: TestTeam) => makeSession(team, team.stranger),
}

const ownRequest = {
  name: 'an own request',
  make: (team: TestTeam, by: TestMember | null) => makeRequest(team, by ?? team.members.owner),
}
const colleaguesRequest = {
  name: "a colleague's request",
  make: (team: TestTeam, by: TestMember | null) =>
    makeRequest(team, by?.role === 'owner' ? team.members.admin : team.members.owner),
}
const strangersRequest = {
  name: "another team's request",
  make: (team: TestTeam) => makeRequest(team, team.stranger),
}

const nobody = 401
const request = { method: 'GET', path: '/api/requests/[id]', handler: readRequest } as const
const bodies = { method: 'GET', path: '/api/requests/[id]/bodies', handler: readRequestBodies } as const
const key = { method: 'PATCH', path: '/api/keys/[id]', handler: changeKey, body: { name: 'changed' } } as const
const revoke = { method: 'DELETE', path: '/api/keys/[id]', handler: revokeKey } as const
const rotate = {
  method: 'POST',
  path: '/api/keys/[id]/rotate',
  handler: rotateKey,
  body: { overlap_ms: 0 },
} as const
const use = { method: 'GET', path: '/api/keys/[id]/use', handler: readKeyUse } as const
const member = {
  method: 'PATCH',
  path: '/api/members/[id]',
  handler: changeMember,
  body: { role: 'viewer' },
} as const
const remove = { method: 'DELETE', path: '/api/members/[id]', handler: removeMember } as const
const revokeInvitationRoute = { method: 'DELETE', path: '/api/invitations/[id]', handler: revokeInvitation } as const
const endsSession = { method: 'DELETE', path: '/api/sessions/[id]', handler: endSession } as const
const endsSessions = { method: 'DELETE', path: '/api/sessions', handler: endSessions } as const
const makesKey = { method: 'POST', path: '/api/keys', handler: createKey } as const
const invites = { method: 'POST', path: '/api/invitations', handler: invite } as const
const sso = { path: '/api/auth/[...nextauth]', handler: singleSignOn } as const
const runs = { path: '/api/run/[...path]', handler: run } as const
const at = (path: string) => ({ name: path, make: async () => path })
const account = { secret: 'x', email: 'x@example.org', name: 'x', password: 'x'.repeat(12) }

/** All console routes × all roles × own, colleagues' and other teams' objects. */
export const accessTable: readonly AccessRow[] = [
  // Anyone may call these; the credentials decide.
  row({ method: 'POST', path: '/api/sign-in', handler: signIn, body: account }, [401, 401, 401, 401, 401]),
  row({ method: 'POST', path: '/api/set-up', handler: setUp, body: account }, [404, 404, 404, 404, 404]),
  row({ method: 'POST', path: '/api/invitations/open', handler: openInvitation, body: account }, [404, 404, 404, 404, 404]),
  row({ method: 'POST', path: '/api/invitations/accept', handler: acceptInvitation, body: account }, [404, 404, 404, 404, 404]),

  // Without single sign-on, its routes do not exist.
  row({ ...sso, method: 'GET', target: at('csrf') }, [404, 404, 404, 404, 404]),
  row({ ...sso, method: 'POST', target: at('signin/oidc') }, [404, 404, 404, 404, 404]),
  row({ ...sso, method: 'POST', target: at('callback/credentials') }, [404, 404, 404, 404, 404]),
  row({ ...sso, method: 'GET', target: at('session') }, [404, 404, 404, 404, 404]),

  row({ ...runs, method: 'POST', target: at('v1/chat/completions') }, [nobody, 403, 200, 200, 200]),
  row({ ...runs, method: 'POST', target: at('upload') }, [nobody, 403, 200, 200, 200]),
  row({ ...runs, method: 'GET', target: at('v1/models') }, [nobody, 200, 200, 200, 200]),
  row({ ...runs, method: 'GET', target: at('v1/library') }, [nobody, 200, 200, 200, 200]),
  row({ ...runs, method: 'POST', target: at('v1/library/search') }, [nobody, 200, 200, 200, 200]),
  row({ ...runs, method: 'POST', target: at('v1/library') }, [nobody, 403, 200, 200, 200]),
  row({ ...runs, method: 'DELETE', target: at('v1/library/item_1') }, [nobody, 403, 200, 200, 200]),
  row({ ...runs, method: 'POST', target: at('v1/library/batch') }, [nobody, 403, 200, 200, 200]),
  row({ ...runs, method: 'POST', target: at('v1/library/settings') }, [nobody, 403, 403, 200, 200]),
  row({ ...runs, method: 'GET', target: at('internal/models') }, [404, 404, 404, 404, 404]),

  row({ method: 'GET', path: '/api/docs', handler: readDocIndex }, [nobody, 200, 200, 200, 200]),
  row({ method: 'GET', path: '/api/models', handler: listModels }, [nobody, 200, 200, 200, 200]),
  row({ method: 'GET', path: '/api/models/downloads', handler: listDownloads }, [nobody, 200, 200, 200, 200]),
  row({ method: 'POST', path: '/api/models/pull', handler: pullModel }, [nobody, 403, 403, 400, 400]),
  row({ method: 'DELETE', path: '/api/models/pull', handler: pullModel }, [nobody, 403, 403, 400, 400]),

  row({ method: 'GET', path: '/api/keys', handler: listKeys }, [nobody, 403, 200, 200, 200]),
  row({ ...makesKey, body: { name: 'a', scopes: ['chat'] } }, [nobody, 403, 201, 201, 201]),
  row({ ...makesKey, body: { name: 'a', scopes: ['admin:read'] } }, [nobody, 403, 403, 201, 201]),
  ...[key, revoke, use].flatMap(route => [
    row({ ...route, target: ownKey }, [nobody, 403, 200, 200, 200]),
    row({ ...route, target: colleaguesKey }, [nobody, 403, 404, 200, 200]),
    row({ ...route, target: strangersKey }, [nobody, 403, 404, 404, 404]),
    row({ ...route, target: consoleKey }, [nobody, 403, 404, 404, 404]),
  ]),
  row({ ...rotate, target: ownKey }, [nobody, 403, 201, 201, 201]),
  row({ ...rotate, target: colleaguesKey }, [nobody, 403, 404, 201, 201]),
  row({ ...rotate, target: strangersKey }, [nobody, 403, 404, 404, 404]),
  row({ ...rotate, target: consoleKey }, [nobody, 403, 404, 404, 404]),

  row({ method: 'GET', path: '/api/requests', handler: listRequests }, [nobody, 403, 200, 200, 200]),
  row({ method: 'GET', path: '/api/requests/export', handler: exportRequests }, [nobody, 403, 200, 200, 200]),
  row({ method: 'GET', path: '/api/requests/clients', handler: listRecentClients }, [nobody, 403, 200, 200, 200]),
  row({ method: 'GET', path: '/api/requests/open', query: '?key=key_a', handler: listOpenRequests }, [nobody, 403, 200, 200, 200]),
  row({ method: 'GET', path: '/api/requests/refused', query: '?since=0', handler: listRefusedRequests }, [nobody, 403, 200, 200, 200]),
  ...[request, bodies].flatMap(route => [
    row({ ...route, target: ownRequest }, [nobody, 403, 200, 200, 200]),
    row({ ...route, target: colleaguesRequest }, [nobody, 403, 404, 200, 200]),
    row({ ...route, target: strangersRequest }, [nobody, 403, 404, 404, 404]),
  ]),

  row({ method: 'GET', path: '/api/people', handler: listMembers }, [nobody, 403, 403, 200, 200]),
  row({ ...member, target: viewerTarget }, [nobody, 403, 403, 200, 200]),
  row({ ...member, target: ownerTarget }, [nobody, 403, 403, 403, 409]),
  row({ ...member, target: newcomer, body: { role: 'owner' } }, [nobody, 403, 403, 403, 200]),
  row({ ...member, target: stranger }, [nobody, 403, 403, 404, 404]),
  row({ ...remove, target: newcomer }, [nobody, 403, 403, 200, 200]),
  row({ ...remove, target: stranger }, [nobody, 403, 403, 404, 404]),
  row({ ...invites, body: { role: 'member' } }, [nobody, 403, 403, 201, 201]),
  row({ ...invites, body: { role: 'owner' } }, [nobody, 403, 403, 403, 201]),
  row({ ...revokeInvitationRoute, target: invitation }, [nobody, 403, 403, 200, 200]),
  row({ ...revokeInvitationRoute, target: strangersInvitation }, [nobody, 403, 403, 404, 404]),

  row({ method: 'GET', path: '/api/settings', handler: readSettings }, [nobody, 403, 403, 200, 200]),
  row({ method: 'GET', path: '/api/gateways', handler: listGateways }, [nobody, 403, 403, 200, 200]),
  row({ method: 'PATCH', path: '/api/settings', handler: changeSettings, body: { body_days: 5 } }, [nobody, 403, 403, 200, 200]),
  row({ method: 'PATCH', path: '/api/settings', handler: changeSettings, body: { body_days: 0 } }, [nobody, 403, 403, 400, 400]),
  row({ method: 'GET', path: '/api/settings/you', handler: readYou }, [nobody, 200, 200, 200, 200]),
  row({ method: 'PATCH', path: '/api/settings/you', handler: renameYou, body: { name: 'Me' } }, [nobody, 200, 200, 200, 200]),
  // No password: these members sign in through an identity provider.
  row(
    {
      method: 'POST',
      path: '/api/settings/you/password',
      handler: changePassword,
      body: { current: 'x', password: 'x'.repeat(12) },
    },
    [nobody, 400, 400, 400, 400],
  ),
  row({ method: 'GET', path: '/api/audit', handler: listAudit }, [nobody, 403, 403, 200, 200]),
  row({ method: 'GET', path: '/api/audit/choices', handler: listAuditChoices }, [nobody, 403, 403, 200, 200]),
  row({ method: 'GET', path: '/api/audit/export', handler: exportAudit }, [nobody, 403, 403, 200, 200]),
  row({ method: 'GET', path: '/api/team/export', handler: exportTeam }, [nobody, 403, 403, 403, 200]),
  row({ method: 'DELETE', path: '/api/team', handler: deleteTeam, body: { name: 'Not its name' } }, [nobody, 403, 403, 403, 400]),
  row({ method: 'GET', path: '/api/sessions', handler: listSessions }, [nobody, 200, 200, 200, 200]),
  row({ ...endsSession, target: ownSession }, [nobody, 200, 200, 200, 200]),
  row({ ...endsSession, target: viewersSession }, [nobody, 200, 404, 200, 200]),
  row({ ...endsSession, target: ownersSession }, [nobody, 404, 404, 403, 200]),
  row({ ...endsSession, target: strangersSession }, [nobody, 404, 404, 404, 404]),
  row({ ...endsSessions, body: { of: 'you' } }, [nobody, 200, 200, 200, 200]),

  ...budgetRows,
  ...shareRows,
  ...providerRows,

  ...usageRows,

  // Last: they end the sessions of the rows before.
  row({ ...endsSessions, body: { of: 'everybody' } }, [nobody, 403, 403, 200, 200]),
  row({ method: 'POST', path: '/api/sign-out', handler: signOut }, [200, 200, 200, 200, 200]),
]

async function makeSession(team: TestTeam, by: TestMember): Promise<string> {
  const session = { userId: by.id, teamId: by.teamId, actor: by, client: null }
  return (await team.store.sessions.start(session)).id
}

async function makeKey(team: TestTeam, by: TestMember, kind: 'api' | 'playground' = 'api'): Promise<string> {
  const settings = { teamId: by.teamId, ownerId: by.id, name: 'target', kind, scopes: ['chat'] }
  return (await team.store.keys.create(settings)).key.id
}

async function makeRequest(team: TestTeam, by: TestMember): Promise<string> {
  const id = `req_${crypto.randomUUID().replaceAll('-', '')}`
  const { teamId } = by
  await team.store.requests.insertMany([{ ...requestRow({ id, teamId, userId: by.id }), holds: [] }])
  const body = { text: '{}', whole: true, bytes: 2 }
  const answer = { ...body, kind: 'body' } as const
  await team.store.bodies.insertMany([{ requestId: id, teamId, at: 1, request: body, answer }])
  return id
}

function makeInvitation(team: TestTeam, by: TestMember) {
  return team.store.invitations.create({ teamId: by.teamId, role: 'viewer', email: null, by })
}
