-- The first template says only what holds for every company: what the service writes around it is not known.
UPDATE message_template SET text = 'Hello {first name},

we would like to work with {company} and invite you to sign up as one of our vendors. Please have your licence and your insurance papers at hand.

Thank you.'
WHERE id = 'e2b1f1a4-5f0c-4d57-9a53-0f3f6c1d2b10' AND changed_at = 0;
