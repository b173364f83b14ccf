import type { TeamSettings, TeamSettingsPatch } from '#lib/contracts/console/settings.ts'
import { askConsole } from '#lib/client/ask-console.ts'

// Schemas load with the first response, not with the page.
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

/** URL of the team's data export. */
export const teamExportAddress = '/api/team/export'

/** Deletes the team. @param name the team name, typed to confirm */
export async function deleteTeam(name: string): Promise<void> {
  await askConsole('DELETE', '/api/team', { name })
}
