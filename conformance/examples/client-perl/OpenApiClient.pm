package Once;

# HTTP::Tiny without repeats. It repeats a request when the connection breaks, even a DELETE, which a contract may forbid.
use v5.14;
use warnings;
use parent 'HTTP::Tiny';

sub _request {
    my ($self, @request) = @_;
    my $response = eval { $self->SUPER::_request(@request) };
    # HTTP::Tiny decides by the beginning of the error message whether to repeat the request.
    return $response // die ref $@ ? $@ : "broken off: $@";
}

package OpenApiClient;

# Calls the operations of an OpenAPI 3.0 document: sends documented requests, and refuses undocumented responses.
use v5.14;
use warnings;
use Encode qw(decode encode);
use JSON::PP ();
use Schema;

my $json = JSON::PP->new->utf8->allow_nonref->allow_bignum;

# Shorter than the suite's limit, so that this client reports what went wrong.
my $timeout_seconds = 5;

# $file: path of the document.
sub new {
    my ($class, $file) = @_;
    open my $handle, '<:raw', $file or die "$file: $!\n";
    my $document = $json->decode(do { local $/; <$handle> });
    my $self = bless {
        document => $document,
        schema   => Schema->new($document),
        # Requests must not reach another server or a proxy.
        http => Once->new(max_redirect => 0, timeout => $timeout_seconds, keep_alive => 0,
            proxy => undef, http_proxy => undef, https_proxy => undef),
    }, $class;
    for my $path (keys %{ $document->{paths} }) {
        my $item = $document->{paths}{$path};
        for my $method (grep { exists $item->{$_} } qw(get put post patch delete)) {
            my %operation = (%{ $item->{$method} }, path => $path, method => uc $method);
            $operation{parameters} = [
                map { $self->{schema}->resolve($_) }
                    @{ $item->{parameters} // [] }, @{ $item->{$method}{parameters} // [] }
            ];
            $self->{operations}{ $operation{operationId} } = \%operation;
        }
    }
    return $self;
}

# $request has path, query and headers by name, and an optional body. Returns status, headers and body of the response.
# Dies with the reason if the request cannot be sent or the document does not allow the response.
sub call {
    my ($self, $id, $server, $request) = @_;
    my $operation = $self->{operations}{$id} // die "there is no operation $id\n";
    my $url = $server =~ s{/\z}{}r . target($operation, $request);
    my ($type) = keys %{ $operation->{requestBody}{content} // {} };
    my %options = (headers => $self->headers($operation, $type, $request->{headers}));
    $options{content} = is_json($type) ? $json->encode($request->{body}) : encode('UTF-8', $request->{body})
        if exists $request->{body};
    my $response = $self->{http}->request($operation->{method}, $url, \%options);
    die "no response: $response->{content}" if $response->{status} == 599;
    return $self->read_answer($operation, $response);
}

sub parameters {
    my ($operation, $place) = @_;
    return grep { $_->{in} eq $place } @{ $operation->{parameters} };
}

sub target {
    my ($operation, $request) = @_;
    my $path = $operation->{path} =~ s/\{([^}]+)\}/segment($1, $request->{path}{$1})/ger;
    my %given = %{ $request->{query} };
    my @pairs;
    for my $parameter (parameters($operation, 'query')) {
        my $name = $parameter->{name};
        next unless exists $given{$name};
        my $value = delete $given{$name};
        my @values = map { encoded($_) } ref $value eq 'ARRAY' ? @$value : $value;
        @values = join ',', @values if exists $parameter->{explode} && !$parameter->{explode};
        push @pairs, map { encoded($name) . "=$_" } @values;
    }
    die "$_ is no query parameter of $operation->{operationId}\n" for sort keys %given;
    return join '?', $path, @pairs ? join('&', @pairs) : ();
}

# URLs resolve empty and dot segments, so the request would reach another operation.
sub segment {
    my ($name, $value) = @_;
    die "$name must not be empty or dots\n" if ($value // '') =~ /\A\.{0,2}\z/;
    return encoded($value);
}

sub headers {
    my ($self, $operation, $type, $given) = @_;
    $type //= $self->{document}{'x-always-content-type'};
    my @schemes = values %{ $self->{document}{components}{securitySchemes} // {} };
    my %documented = map { lc $_ => 1 } 'Content-Type',
        (map { $_->{name} } parameters($operation, 'header')),
        (map { $_->{type} eq 'apiKey' ? $_->{name} : 'Authorization' } @schemes);
    for my $name (sort keys %$given) {
        die "$name is no header of $operation->{operationId}\n" unless $documented{ lc $name };
    }
    return { ($type ? ('Content-Type' => $type) : ()), map { $_ => text($given->{$_}) } keys %$given };
}

sub read_answer {
    my ($self, $operation, $response) = @_;
    my $status = $response->{status};
    my $documented = $self->{schema}->resolve($operation->{responses}{$status}
            // die "answered $status, which is not documented\n");
    my (%headers, @faults);
    for my $name (sort keys %{ $documented->{headers} // {} }) {
        my $header = $self->{schema}->resolve($documented->{headers}{$name});
        my $value = $response->{headers}{ lc $name };
        if (defined $value) {
            $headers{$name} = $value = ref $value ? join(', ', @$value) : $value;
            push @faults, $self->{schema}->faults($header->{schema}, typed($header->{schema}, $value), "/headers/$name");
        }
        elsif ($header->{required}) { push @faults, "/headers/$name is missing" }
    }
    my %answer = (status => $status + 0, headers => \%headers);
    if (my $content = $documented->{content}) {
        my ($type) = lc($response->{headers}{'content-type'} // '') =~ /\A\s*([^;\s]*)/;
        my $media = $content->{$type} // die "/headers/Content-Type must be @{[join ' or ', sort keys %$content]}\n";
        $answer{body} =
              is_json($type)                ? $json->decode($response->{content})
            : $type eq 'text/event-stream' ? events($response->{content})
            :                                decode('UTF-8', $response->{content});
        push @faults, $self->{schema}->faults($media->{schema}, $answer{body}, '/body');
    }
    elsif (length $response->{content}) { push @faults, '/body must not be there' }
    die 'answered ', join('; ', @faults), "\n" if @faults;
    return \%answer;
}

# The values of a stream of server-sent events.
sub events {
    my ($text) = @_;
    my @blocks = map { join "\n", /^data: ?(.*?)\r?$/mg } split /\r?\n\r?\n/, $text;
    return [map { $json->decode($_) } grep { length } @blocks];
}

sub is_json { return ($_[0] // '') =~ m{[/+]json\z}i }

# A header's text as the type its schema asks for.
sub typed {
    my ($schema, $text) = @_;
    my $is_text = ($schema->{type} // 'string') eq 'string';
    return $is_text ? $text : eval { $json->decode($text) } // $text;
}

# Converts a copy, because Perl treats a number as text once it was used as text.
sub text {
    my ($value) = @_;
    return ref $value || !defined $value ? $json->encode($value) : "$value";
}

sub encoded {
    return encode('UTF-8', text($_[0])) =~ s/([^A-Za-z0-9_.~-])/sprintf '%%%02X', ord $1/ger;
}

1;
