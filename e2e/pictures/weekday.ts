/** A conversation with text, code and a table. */
export const weekdayQuestion = 'How do I get the weekday of an ISO date in Python? Show two examples.'

export const weekdayAnswer = `Parse the date with \`date.fromisoformat\` and format it with \`%A\`:

\`\`\`python
from datetime import date

def weekday(iso: str) -> str:
    return date.fromisoformat(iso).strftime("%A")
\`\`\`

| Date | Weekday |
| --- | --- |
| 2000-02-29 | Tuesday |
| 1969-07-20 | Sunday |

An invalid date such as \`2023-02-29\` raises a \`ValueError\`, so catch it at the edge of your program.`
