import { nameModel, unnameModel } from '#lib/console/providers/model-settings.ts'

export const POST = nameModel
export const DELETE = unnameModel
