import { pullModel } from '#lib/console/providers/models.ts'

export const POST = pullModel
export const DELETE = pullModel
