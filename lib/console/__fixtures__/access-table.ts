import { createKey } from '#lib/console/create-key.ts'
import { acceptInvitation, openInvitation } from '#lib/console/join.ts'
import { changeKey, listKeys, readKeyUse, revokeKey, rotateKey } from '#lib/console/keys.ts'
import { listDownloads, listModels, pullModel } from '#lib/console/models.ts'
import {
  changeMember,
  invite,
  listPeople,
  removeMember,
  withdrawInvitation,
} from '#lib/console/people.ts'
import { run } from '#lib/console/run.ts'
import { setUp } from '#lib/console/set-up.ts'
import { singleSignOn } from '#lib/console/session.ts'
import { signIn, signOut } from '#lib/console/sign-in.ts'
import type { Person, TestTeam } from './test-team.ts'

/** Status for: nobody signed in, viewer, member, admin, owner. */
type Statuses = readonly [number, number, number, number, number]

export interface AccessRow {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Address of the route; `[id]` stands for what `target` makes. */
  readonly path: string
  readonly handler: (
    request: Request,
    context: { params: Promise<{ nextauth: string[] }> },
  ) => Promise<Response>
  readonly body?: object
  readonly target?: { readonly name: string; make(team: TestTeam, by: Person | null): Promise<string> }
  readonly statuses: Statuses
}

const ownKey = {
  name: 'an own key',
  make: (team: TestTeam, by: Person | null) => makeKey(team, by ?? team.people.owner),
}
const colleaguesKey = {
  name: "a colleague's key",
  make: (team: TestTeam, by: Person | null) =>
    makeKey(team, by?.role === 'owner' ? team.people.admin : team.people.owner),
}
const strangersKey = { name: "another team's key", make: (team: TestTeam) => makeKey(team, team.stranger) }
const consoleKey = {
  name: "the console's own key",
  make: (team: TestTeam, by: Person | null) => makeKey(team, by ?? team.people.owner, 'playground'),
}
const viewerTarget = { name: 'a viewer', make: async (team: TestTeam) => team.people.viewer.id }
const ownerTarget = { name: 'the last owner', make: async (team: TestTeam) => team.people.owner.id }
const newcomer = {
  name: 'a newcomer',
  async make(team: TestTeam) {
    const { secret } = await makeInvitation(team, team.people.owner)
    const account = { email: `${crypto.randomUUID()}@example.org`, name: 'New', passwordHash: null }
    return (await team.store.invitations.accept({ secret, account, address: null })).userId
  },
}
const stranger = { name: "another team's member", make: async (team: TestTeam) => team.stranger.id }
const invitation = {
  name: 'an invitation',
  make: async (team: TestTeam) => (await makeInvitation(team, team.people.owner)).id,
}
const strangersInvitation = {
  name: "another team's invitation",
  make: async (team: TestTeam) => (await makeInvitation(team, team.stranger)).id,
}

const nobody = 401
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
const withdraw = { method: 'DELETE', path: '/api/invitations/[id]', handler: withdrawInvitation } as const
const makesKey = { method: 'POST', path: '/api/keys', handler: createKey } as const
const invites = { method: 'POST', path: '/api/invitations', handler: invite } as const
const sso = { path: '/api/auth/[...nextauth]', handler: singleSignOn } as const
const runs = { path: '/api/run/[...path]', handler: run } as const
const at = (path: string) => ({ name: path, make: async () => path })
const account = { secret: 'x', email: 'x@example.org', name: 'x', password: 'x'.repeat(12) }

/** Every route of the console × every role × what is one's own, a colleague's and another team's. */
export const accessTable: readonly AccessRow[] = [
  // Anybody may try these; what they try with decides.
  row({ method: 'POST', path: '/api/sign-in', handler: signIn, body: account }, [401, 401, 401, 401, 401]),
  row({ method: 'POST', path: '/api/set-up', handler: setUp, body: account }, [404, 404, 404, 404, 404]),
  row({ method: 'POST', path: '/api/invitations/open', handler: openInvitation, body: account }, [404, 404, 404, 404, 404]),
  row({ method: 'POST', path: '/api/invitations/accept', handler: acceptInvitation, body: account }, [404, 404, 404, 404, 404]),

  // Where single sign-on is not set up, its addresses do not exist.
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
  row({ ...runs, method: 'GET', target: at('internal/models') }, [404, 404, 404, 404, 404]),

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

  row({ method: 'GET', path: '/api/people', handler: listPeople }, [nobody, 403, 403, 200, 200]),
  row({ ...member, target: viewerTarget }, [nobody, 403, 403, 200, 200]),
  row({ ...member, target: ownerTarget }, [nobody, 403, 403, 403, 409]),
  row({ ...member, target: newcomer, body: { role: 'owner' } }, [nobody, 403, 403, 403, 200]),
  row({ ...member, target: stranger }, [nobody, 403, 403, 404, 404]),
  row({ ...remove, target: newcomer }, [nobody, 403, 403, 200, 200]),
  row({ ...remove, target: stranger }, [nobody, 403, 403, 404, 404]),
  row({ ...invites, body: { role: 'member' } }, [nobody, 403, 403, 201, 201]),
  row({ ...invites, body: { role: 'owner' } }, [nobody, 403, 403, 403, 201]),
  row({ ...withdraw, target: invitation }, [nobody, 403, 403, 200, 200]),
  row({ ...withdraw, target: strangersInvitation }, [nobody, 403, 403, 404, 404]),

  // Last: it ends the sessions that the rows before use.
  row({ method: 'POST', path: '/api/sign-out', handler: signOut }, [200, 200, 200, 200, 200]),
]

function row(route: Omit<AccessRow, 'statuses'>, statuses: Statuses): AccessRow {
  return { ...route, statuses }
}

async function makeKey(team: TestTeam, by: Person, kind: 'api' | 'playground' = 'api'): Promise<string> {
  const settings = { teamId: by.teamId, ownerId: by.id, name: 'target', kind, scopes: ['chat'] }
  return (await team.store.keys.create(settings)).key.id
}

function makeInvitation(team: TestTeam, by: Person) {
  return team.store.invitations.create({ teamId: by.teamId, role: 'viewer', email: null, by })
}
