'use client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { changeTeamSettings, teamSettingsQuery } from './model/team-settings.ts'
import type { TeamSettingsPatch } from '#lib/contracts/console/settings.ts'

/** The team settings and their update, which refreshes the view. */
export function useTeamSettings() {
  const queries = useQueryClient()
  const query = useQuery(teamSettingsQuery)
  return {
    query,
    change: async (patch: TeamSettingsPatch): Promise<void> => {
      queries.setQueryData(teamSettingsQuery.queryKey, await changeTeamSettings(patch))
    },
  }
}
