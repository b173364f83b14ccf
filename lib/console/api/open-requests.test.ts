import { expect, test } from 'vitest'
import { toOpenSearch } from './open-requests.ts'

const member = { teamId: 'team_1', userId: 'user_1', role: 'member' } as const

test('a member sees own open requests, and an admin those of all', () => {
  expect(toOpenSearch(member, 'key_1').toString()).toBe('team=team_1&key=key_1&user=user_1')
  expect(toOpenSearch({ ...member, role: 'admin' }, 'key_1').toString()).toBe('team=team_1&key=key_1')
})

test('a key cannot add a search param', () => {
  const search = new URLSearchParams(toOpenSearch(member, 'a&user=user_2&team=team_2').toString())

  expect(search.getAll('user')).toEqual(['user_1'])
  expect(search.getAll('team')).toEqual(['team_1'])
})
