import { changeModel, listModelSettings } from '#lib/console/providers/model-settings.ts'

export const GET = listModelSettings
export const PATCH = changeModel
