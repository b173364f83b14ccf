import { changeSettings, readSettings } from '#lib/console/settings/settings-team.ts'

export const GET = readSettings
export const PATCH = changeSettings
