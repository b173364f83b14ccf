import type { TeamSettings, TeamSettingsPatch } from '#lib/contracts/console/settings.ts'
import { askConsole } from '#lib/client/ask-console.ts'

// What reads an answer is loaded with the first one, not with the page.
const schemas = () => import('#lib/contracts/console/settings.ts')

export const teamSettingsQuery = { queryKey: ['team-settings'], queryFn: readTeamSettings } as const

async function readTeamSettings(): Promise<TeamSettings> {
  const [{ teamSettingsSchema }, answer] = await Promise.all([schemas(), askConsole('GET', '/api/settings')])
  return teamSettingsSchema.parse(answer)
}

/** @returns all settings as they are now */
export async function changeTeamSettings(patch: TeamSettingsPatch): Promise<TeamSettings> {
  const [{ teamSettingsSchema }, answer] = await Promise.all([
    schemas(),
    askConsole('PATCH', '/api/settings', patch),
  ])
  return teamSettingsSchema.parse(answer)
}

/** Where the browser fetches everything of the team, as a file. */
export const teamExportAddress = '/api/team/export'

/** Ends the team for everybody. @param name as it is typed by whoever means it */
export async function deleteTeam(name: string): Promise<void> {
  await askConsole('DELETE', '/api/team', { name })
}
