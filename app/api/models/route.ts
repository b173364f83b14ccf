import { listModels } from '#lib/console/models.ts'

export const GET = listModels
