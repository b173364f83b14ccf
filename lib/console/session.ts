import 'server-only'
import type { Member } from '#lib/store/teams.ts'
import { store } from './settings.ts'

/** Who asks. In open mode that is the owner of the one team: loopback and the same-origin check are the border. */
export async function requireMember(): Promise<Member> {
  return (await store()).teams.openModeOwner()
}
