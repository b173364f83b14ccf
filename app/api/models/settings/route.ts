import { changeModel, listModelSettings } from '#lib/console/model-settings.ts'

export const GET = listModelSettings
export const PATCH = changeModel
