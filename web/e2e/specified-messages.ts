/** Texts that the specification requires, unchanged. */
export const specified = {
  successes: [
    'User created successfully',
    'User updated successfully',
    'User deleted successfully',
    'Referral created successfully',
    'Referral updated successfully',
    'Referral notes updated successfully',
    'Agency created successfully',
    'Agency updated successfully',
    'Agency deleted successfully',
    'Contracted payer created successfully',
    'Contracted payer updated successfully',
    'Contracted payer deleted successfully',
    'Service Area created successfully',
    'Service Area updated successfully',
    'Service Area deleted successfully',
    'Insurance added successfully',
    'Insurance updated successfully',
    'Insurance deleted successfully',
    'Business domain switched successfully',
    'Received the eligibility response',
    'File downloaded successfully',
  ],
  errors: [
    'No response from server. Please check your network connection.',
    'An unexpected error occurred',
    'An error occurred during login.',
    'An error occurred during bussiness domain switching.',
  ],
};

/** Success texts for calls that only other clients make: Handoff has no screen for them. */
export const withoutScreen = [
  'Documents deleted successfully',
  'Open referrals handed over successfully',
  'Roles updated successfully',
];
