import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { readGitHub } from './sso-providers.ts'

type Answers = Readonly<Record<string, unknown>>

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

/** GitHub's API on loopback; a number is a status without a body. */
async function startApi(answers: Answers, seen: IncomingMessage[] = []) {
  const server = createServer((request, response) => {
    seen.push(request)
    const answer = answers[request.url ?? '']
    if (typeof answer === 'number' || answer === undefined)
      return response.writeHead(Number(answer ?? 404)).end()
    return response.writeHead(200).end(typeof answer === 'string' ? answer : JSON.stringify(answer))
  }).listen(0, '127.0.0.1')
  closing.push(() => {
    server.closeAllConnections()
    server.close()
  })
  await new Promise(resolve => void server.once('listening', resolve))
  const apiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url: 'https://github.com', apiUrl, clientId: 'id', clientSecret: 'hush', organisation: null }
}

const ada = { id: 815, login: 'ada', name: ' Ada L ' }
const address = { email: 'Ada@Example.org', primary: true, verified: true }
const membership = '/user/memberships/orgs/harbour'

test('a user is identified by number, with the primary verified email', async () => {
  const seen: IncomingMessage[] = []
  const other = { email: 'other@evil.example', primary: false, verified: true }
  const github = await startApi({ '/user': ada, '/user/emails': [other, address] }, seen)

  const profile = await readGitHub(github, 'token-of-ada')

  expect(profile).toEqual({
    sub: '815',
    name: 'Ada L',
    email: 'Ada@Example.org',
    email_verified: true,
    organisation: 'none',
  })
  expect(new Set(seen.map(({ headers }) => headers.authorization))).toEqual(new Set(['Bearer token-of-ada']))
})

test.each([
  ['unverified', [{ ...address, verified: false }]],
  ['not primary', [{ ...address, primary: false }]],
  ['none', []],
  ['refused', 403],
  ['no list', { message: 'no' }],
  ['no JSON', '<html>'],
])('an email that is %s is not trusted', async (_, emails) => {
  const github = await startApi({ '/user': { ...ada, name: null }, '/user/emails': emails })

  expect(await readGitHub(github, 'token')).toEqual({ sub: '815', name: 'ada', organisation: 'none' })
})

test.each([
  ['member', { state: 'active', organization: { login: 'Harbour' } }],
  ['stranger', { state: 'pending', organization: { login: 'harbour' } }],
  ['stranger', { state: 'active', organization: { login: 'other' } }],
  ['stranger', 404],
  ['stranger', 403],
  ['stranger', 'active'],
])('organization membership is %s: %j', async (organisation, answer) => {
  const github = await startApi({ '/user': ada, '/user/emails': [address], [membership]: answer })

  expect(await readGitHub({ ...github, organisation: 'harbour' }, 'token')).toMatchObject({ organisation })
})

test.each([
  ['a failure', 500, /responded with 500/],
  ['a refused token', 401, /responded with 401/],
  ['no user', { login: 'ada' }, /expected number/],
  ['too much', ' '.repeat(1024 * 1024 + 1), /more than 1048576 bytes/],
])('an unreadable profile fails the sign-in: %s', async (_, user, message) => {
  const github = await startApi({ '/user': user, '/user/emails': [address] })

  await expect(readGitHub(github, 'token')).rejects.toThrow(message)
})
