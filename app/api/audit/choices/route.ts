import { listAuditChoices } from '#lib/console/audit.ts'

export const GET = listAuditChoices
