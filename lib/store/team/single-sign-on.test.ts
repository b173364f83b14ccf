import { expect, test } from 'vitest'
import type { SingleSignOnRules, SsoIdentity } from './single-sign-on.ts'
import type { Store } from '#lib/store/core/store.ts'
import { makeMember, makeOwner } from '#lib/store/__fixtures__/test-members.ts'
import { onEachDatabase } from '#lib/store/__fixtures__/test-store.ts'

const issuer = 'https://id.example.org'
const open: SingleSignOnRules = { domains: ['example.org'], adminEmail: null }
const closed: SingleSignOnRules = { domains: [], adminEmail: null }
const person = (name: string, verifiedEmail: string | null = `${name}@example.org`): SsoIdentity => ({
  issuer,
  subject: `subject-of-${name}`,
  verifiedEmail,
  name,
})

onEachDatabase(makeFixture => {
  test('a user of an allowed domain joins once, and is recognized however often and fast they sign in', async () => {
    await using fixture = await makeFixture()
    const stores = await Promise.all([fixture.open(), fixture.open()])
    const { teamId } = await makeOwner(stores[0])

    const memberships = await Promise.all(
      stores.flatMap(store => Array.from({ length: 5 }, () => signIn(store, teamId, person('ada'), open))),
    )

    expect(new Set(memberships.map(each => each?.userId)).size).toBe(1)
    expect(await stores[1].members.list(teamId)).toMatchObject([
      { role: 'owner' },
      { name: 'ada', role: 'member', email: 'ada@example.org' },
    ])
  })

  test.each([
    ['an unverified email address', person('eve', null), open],
    ['another domain', person('eve', 'eve@evil.example'), open],
    ['a domain with the same ending', person('eve', 'eve@notexample.org'), open],
    ['an allowed domain before the @', person('eve', 'eve@example.org@evil.example'), open],
    ['no allowed domain at all', person('eve'), closed],
  ])('sign-in is rejected for %s', async (_, who, rules) => {
    await using fixture = await makeFixture()
    const store = await fixture.open()
    const { teamId } = await makeOwner(store)

    expect(await signIn(store, teamId, who, rules)).toBeNull()
    expect(await store.members.list(teamId)).toHaveLength(1)
  })

  test('a removed user returns by invitation, not by domain or organization', async () => {
    await using fixture = await makeFixture()
    const store = await fixture.open()
    const owner = await makeOwner(store)
    const { teamId } = owner
    const ada = person('ada')
    const first = await signIn(store, teamId, ada, open)
    await store.members.remove({ teamId, userId: first?.userId ?? '', by: owner })

    const again = [
      await signIn(store, teamId, ada, open),
      await signIn(store, teamId, { ...ada, verifiedEmail: 'new@example.org' }, { ...open, joins: true }),
    ]
    const email = ada.verifiedEmail
    await store.invitations.create({ teamId, role: 'viewer', email, by: owner })
    const invited = await signIn(store, teamId, ada, open)

    expect(again).toEqual([null, null])
    expect(invited).toMatchObject({ name: 'ada' })
    expect(invited?.userId).not.toBe(first?.userId)
    expect(await signIn(store, teamId, ada, open)).toEqual(invited)
    expect(await store.members.list(teamId)).toMatchObject([{ role: 'owner' }, { role: 'viewer' }])
  })

  test('a removed user invited with a password is linked to that account', async () => {
    await using fixture = await makeFixture()
    const store = await fixture.open()
    const owner = await makeOwner(store)
    const { teamId } = owner
    const former = await signIn(store, teamId, person('mia'), open)
    await store.members.remove({ teamId, userId: former?.userId ?? '', by: owner })
    const mia = await makeMember(store, owner, 'member', 'Mia')

    expect(await signIn(store, teamId, person('mia'), open)).toMatchObject({ userId: mia.id })
  })

  test('an organization member joins whatever the domain, but is not linked to existing accounts', async () => {
    await using fixture = await makeFixture()
    const store = await fixture.open()
    const owner = await makeOwner(store)
    await makeMember(store, owner, 'admin', 'Mia')
    const rules = { ...closed, joins: true }

    const joined = await signIn(store, owner.teamId, person('eve', 'eve@elsewhere.example'), rules)
    const unverified = await signIn(store, owner.teamId, person('una', null), rules)
    const taken = await signIn(store, owner.teamId, person('mia'), rules)

    expect([joined?.name, unverified, taken]).toEqual(['eve', null, null])
  })

  test('an account of an allowed domain is linked, and recognized from then on without its email address', async () => {
    await using fixture = await makeFixture()
    const store = await fixture.open()
    const owner = await makeOwner(store)
    const mia = await makeMember(store, owner, 'admin', 'Mia')

    const refused = await signIn(store, owner.teamId, person('mia'), closed)
    const linked = await signIn(store, owner.teamId, person('mia'), open)
    const known = await signIn(store, owner.teamId, person('mia', null), closed)
    const other = await signIn(store, owner.teamId, { ...person('mia'), subject: 'somebody else' }, open)

    expect([refused, linked?.userId, known?.userId, other]).toEqual([null, mia.id, mia.id, null])
  })

  test('an invitation for the email address adds its verified user, with its role, once', async () => {
    await using fixture = await makeFixture()
    const store = await fixture.open()
    const owner = await makeOwner(store)
    const { teamId } = owner
    const email = 'guest@elsewhere.example'
    await store.invitations.create({ teamId, role: 'viewer', email, by: owner })

    const joined = await signIn(store, teamId, person('guest', email), closed)
    const second = await signIn(store, teamId, { ...person('guest', email), subject: 'another' }, closed)

    expect([joined?.name, second]).toEqual(['guest', null])
    expect((await store.members.list(teamId)).at(-1)).toMatchObject({ role: 'viewer', email })
    expect(await store.invitations.list(teamId)).toEqual([])
  })

  test('the configured email address becomes the first owner, and only once', async () => {
    await using fixture = await makeFixture()
    const store = await fixture.open()
    const { teamId, userId } = await store.teams.openModeOwner()
    const rules = { domains: [], adminEmail: 'boss@example.org' }

    const first = await signIn(store, teamId, person('boss'), rules)
    const again = await signIn(store, teamId, { ...person('boss'), subject: 'an impostor' }, rules)

    expect([first?.userId, again]).toEqual([userId, null])
    expect(await store.setUp.isDone(teamId)).toBe(true)
  })

  test('a removed user is not recognized any more', async () => {
    await using fixture = await makeFixture()
    const store = await fixture.open()
    const owner = await makeOwner(store)
    const { teamId } = owner
    const ada = await signIn(store, teamId, person('ada'), open)
    await store.members.remove({ teamId, userId: ada?.userId ?? '', by: owner })

    expect(await signIn(store, teamId, person('ada'), closed)).toBeNull()
  })
})

function signIn(store: Store, teamId: string, who: SsoIdentity, rules: SingleSignOnRules) {
  return store.singleSignOn.signIn({ teamId, who, rules, address: null })
}
