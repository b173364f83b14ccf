import { listDownloads } from '#lib/console/models.ts'

export const GET = listDownloads
