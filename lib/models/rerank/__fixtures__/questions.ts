interface Question {
  readonly query: string
  /**
   * The first document answers; the second has the words or the topic, but no answer; the others are unrelated.
   */
  readonly documents: readonly [answer: string, near: string, ...unrelated: string[]]
}

const others = [
  'The orchestra tuned its instruments before the concert.',
  'Penguins huddle together to keep warm in the Antarctic winter.',
  'He painted the fence green on Saturday morning.',
] as const

/** Small searches with an obvious answer. */
export const questions: readonly Question[] = [
  ask(
    'How long does a refund take?',
    'A refund reaches your account within five working days.',
    'Our refund policy was last updated in March.',
  ),
  ask(
    'What is the capital of Australia?',
    'Canberra is the capital city of Australia.',
    'Sydney is the largest city in Australia and has a famous opera house.',
  ),
  ask(
    'Who wrote Pride and Prejudice?',
    'Jane Austen is the author of the novel Pride and Prejudice.',
    'Prejudice in hiring has been studied by many economists.',
  ),
  ask(
    'At what temperature does water boil?',
    'At sea level water boils at 100 degrees Celsius.',
    'Drinking enough water every day is important for your health.',
  ),
  ask(
    'How do I change my email address?',
    'To change your email address, open Settings, choose Account and type the new one.',
    'We send a weekly email with news and offers.',
  ),
  ask(
    'Which planet is the largest in the solar system?',
    'Jupiter is the largest planet of the solar system.',
    'The solar system formed about 4.6 billion years ago.',
  ),
  ask(
    'When did the Berlin Wall fall?',
    'The Berlin Wall fell on 9 November 1989.',
    'Berlin has many parks, lakes and museums.',
  ),
  ask(
    'How much does the enterprise plan cost?',
    'The enterprise plan is 49 dollars per seat and month.',
    'The enterprise plan includes single sign-on and audit logs.',
  ),
  ask(
    'What causes tides?',
    'Tides are caused by the gravitational pull of the moon and the sun on the oceans.',
    'The tide table for the harbour is printed every year.',
  ),
  ask(
    'How can I cancel my subscription?',
    'You can cancel the subscription at any time under Billing, Cancel plan.',
    'Subscriptions renew automatically every month.',
  ),
  ask(
    'What is the speed of light?',
    'Light travels through a vacuum at 299,792 kilometres per second.',
    'The new lamp gives a soft and warm light.',
  ),
  ask(
    'Who painted the Mona Lisa?',
    'Leonardo da Vinci painted the Mona Lisa in the early sixteenth century.',
    'The Mona Lisa hangs behind glass and draws large crowds.',
  ),
  ask(
    'How do I boil an egg?',
    'Put the egg into boiling water for seven minutes, then cool it under the tap.',
    'Hens lay fewer eggs in winter.',
  ),
  ask(
    'What does HTTP status 404 mean?',
    'A 404 response means that the server could not find the requested page.',
    'HTTP was invented at CERN together with the web.',
  ),
  ask(
    'Where is the Eiffel Tower?',
    'The Eiffel Tower stands in Paris, on the Champ de Mars.',
    'The tower was repainted eighteen times and is 330 metres tall.',
  ),
  ask(
    'How many players are in a football team?',
    'Each football team has eleven players on the field.',
    'The football match was postponed because of snow.',
  ),
  ask(
    'What is photosynthesis?',
    'Photosynthesis is the process by which plants turn light, water and carbon dioxide into sugar.',
    'Put the plant where it gets some light and water it twice a week.',
  ),
  ask(
    'Can I bring my dog on the train?',
    'Dogs may travel by train free of charge when they are kept on a lead.',
    'The train was late because of works on the line.',
  ),
  ask(
    'Why is the sky blue?',
    'Air scatters short wavelengths of sunlight more than long ones, which makes the sky look blue.',
    'She wore a blue dress under the open sky.',
  ),
  ask(
    'How do I connect the printer to wifi?',
    'Hold the wireless button of the printer for three seconds and choose your wifi network.',
    'Printer ink is sold in packs of four.',
  ),
]

function ask(query: string, answer: string, near: string): Question {
  return { query, documents: [answer, near, ...others] }
}
