import { expect, test } from 'vitest'
import { sessionOf } from './session.ts'

const session = sessionOf('team', { 'x-session-id': 'a' }, null)

test('a session is named by a header or by a member of the body', () => {
  expect(session).toMatch(/^[\da-f]{16}$/)
  for (const name of [
    'x-claude-code-session-id',
    'session-id',
    'session_id',
    'thread-id',
    'x-session-affinity',
  ])
    expect(sessionOf('team', { [name]: 'a' }, null)).toBe(session)
  for (const fields of [
    { session_id: 'a' },
    { prompt_cache_key: 'a' },
    { metadata: { session_id: 'a' } },
    { metadata: { user_id: '{"device_id":"d","session_id":"a"}' } },
    { metadata: { user_id: 'user_d_account__session_a' } },
  ])
    expect(sessionOf('team', {}, fields)).toBe(session)
})

test('another team has another hash, and the id of a user alone is no session', () => {
  expect(sessionOf('other', { 'x-session-id': 'a' }, null)).not.toBe(session)
  expect(sessionOf('team', {}, { metadata: { user_id: 'u' } })).toBeNull()
  expect(sessionOf('team', { 'x-session-id': '' }, { metadata: null, session_id: 1 })).toBeNull()
})
