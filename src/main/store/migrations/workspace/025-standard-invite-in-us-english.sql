-- The first template in US English, where nobody has changed it.
UPDATE message_template SET text = 'Hello {first name},

We would like to work with {company} and invite you to sign up as one of our vendors. Please have your license and insurance papers at hand.

Thank you.'
WHERE id = 'e2b1f1a4-5f0c-4d57-9a53-0f3f6c1d2b10' AND changed_at = 0;
