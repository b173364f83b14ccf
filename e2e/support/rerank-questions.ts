/** A question with documents; the first one answers it. */
export interface RerankQuestion {
  readonly query: string
  readonly documents: readonly [right: string, ...wrong: readonly string[]]
}

/** Twenty small questions; the wrong documents share words or subject with them. */
export const rerankQuestions: readonly RerankQuestion[] = [
  {
    query: 'How long does a refund take?',
    documents: [
      'A refund reaches your account within five working days.',
      'Refunds are available for all annual plans.',
      'Our refund policy was last updated in March.',
      'The office is closed on public holidays.',
    ],
  },
  {
    query: 'What is the capital of France?',
    documents: [
      'Paris is the capital and largest city of France.',
      'France is famous for its cheese and wine.',
      'Berlin is the capital of Germany.',
      'Venture capital funds invest in young companies.',
    ],
  },
  {
    query: 'Who wrote Pride and Prejudice?',
    documents: [
      'Jane Austen is the author of the novel Pride and Prejudice.',
      'Prejudice is an opinion formed without knowledge.',
      'A pride is a group of lions.',
      'Charles Dickens wrote Oliver Twist.',
    ],
  },
  {
    query: 'At what temperature does water boil at sea level?',
    documents: [
      'At sea level water boils at 100 degrees Celsius.',
      'The temperature of the sea rises every year.',
      'Boil the pasta for nine minutes.',
      'Sea water is salty.',
    ],
  },
  {
    query: 'How do I reset my password?',
    documents: [
      'To reset your password, click "Forgot password" on the sign-in page.',
      'Passwords are stored as hashes.',
      'Never share your password with anyone.',
      'You can change your profile picture in the settings.',
    ],
  },
  {
    query: 'What causes the tides?',
    documents: [
      'Tides are caused by the gravity of the moon and the sun.',
      'High tide today is at noon.',
      'The beach is wide and sandy.',
      'Fishing boats leave the harbour in the morning.',
    ],
  },
  {
    query: 'When was the Eiffel Tower built?',
    documents: [
      'The Eiffel Tower was built between 1887 and 1889.',
      'The Eiffel Tower is lit every evening.',
      'The tower of the town hall has a clock.',
      'Tickets for the tower cost eleven euros.',
    ],
  },
  {
    query: 'Which planet is the largest in the solar system?',
    documents: [
      'Jupiter is the largest planet in the solar system.',
      'Mercury is the planet closest to the sun.',
      'Solar panels turn light into electricity.',
      'The largest animal on Earth is the blue whale.',
    ],
  },
  {
    query: 'How many players are on a soccer team?',
    documents: [
      'A soccer team has eleven players on the field.',
      'The soccer season begins in August.',
      'Basketball players are often tall.',
      'The team celebrated in the city hall.',
    ],
  },
  {
    query: 'What is the best way to remove a red wine stain?',
    documents: [
      'To remove a red wine stain, blot it and pour salt and cold water on it.',
      'Red wine goes well with cheese.',
      'Wood stain protects garden furniture.',
      'Remove the cork slowly.',
    ],
  },
  {
    query: 'Why is the sky blue?',
    documents: [
      'The sky looks blue because air scatters blue light more than red light.',
      'She wore a sky blue dress.',
      'The night sky is full of stars.',
      'Blue paint is sold out.',
    ],
  },
  {
    query: 'How do vaccines work?',
    documents: [
      'Vaccines work by training the immune system to recognise a germ.',
      'The vaccine is kept in a refrigerator.',
      'The clinic opens at eight.',
      'Many people work in hospitals.',
    ],
  },
  {
    query: 'What is the currency of Japan?',
    documents: [
      'The yen is the official currency of Japan.',
      'Japan has four main islands.',
      'Currency exchange is closed on Sundays.',
      'The euro is used in twenty countries.',
    ],
  },
  {
    query: 'How do I cancel my subscription?',
    documents: [
      'You can cancel your subscription at any time under Billing.',
      'Our subscription includes all features.',
      'The concert was cancelled because of rain.',
      'Invoices are sent by e-mail.',
    ],
  },
  {
    query: 'What do pandas eat?',
    documents: [
      'Pandas eat almost nothing but bamboo.',
      'Pandas live in the mountains of China.',
      'We eat dinner at seven.',
      'The zoo has a new entrance.',
    ],
  },
  {
    query: 'How can I speed up a slow laptop?',
    documents: [
      'To make a slow laptop faster, close programs, add memory and install an SSD.',
      'The laptop has a 14 inch screen.',
      'The speed limit in town is 50.',
      'Slow cooking makes the meat tender.',
    ],
  },
  {
    query: 'Who discovered penicillin?',
    documents: [
      'Alexander Fleming discovered penicillin in 1928.',
      'Penicillin is taken three times a day.',
      'Columbus discovered new lands.',
      'The pharmacy sells vitamins.',
    ],
  },
  {
    query: 'What is the tallest mountain in the world?',
    documents: [
      'Mount Everest is the tallest mountain in the world.',
      'Mountain bikes have strong brakes.',
      'The tallest man in town is two metres tall.',
      'The world championship takes place in June.',
    ],
  },
  {
    query: 'How long should I cook an egg until it is hard?',
    documents: [
      'Cook the egg for ten minutes until it is hard.',
      'Eggs are sold by the dozen.',
      'The exam was hard and took three hours.',
      'The cook wears a white hat.',
    ],
  },
  {
    query: 'Where can I park near the station?',
    documents: [
      'You can park in the garage next to the station.',
      'The train station was built in 1902.',
      'The park closes at sunset.',
      'The radio station plays jazz.',
    ],
  },
]
