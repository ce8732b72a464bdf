Pod::Spec.new do |s|
  s.name = 'EndpointStreaming'
  s.version = '0.1.0'
  s.summary = 'Streams events and other elements, downloads files, and uploads with progress.'
  s.homepage = 'https://example.com/Endpoint'
  s.license = { :type => 'MIT', :file => 'LICENSE' }
  s.author = 'The Endpoint authors'
  s.source = { :git => 'https://example.com/Endpoint.git', :tag => s.version.to_s }

  s.osx.deployment_target = '13.0'
  s.ios.deployment_target = '16.0'
  s.tvos.deployment_target = '16.0'
  s.watchos.deployment_target = '9.0'
  s.visionos.deployment_target = '1.0'

  s.swift_versions = '6.0'
  s.source_files = 'Sources/EndpointStreaming/**/*.swift'
  s.resource_bundles = { 'EndpointStreaming' => ['Sources/EndpointStreaming/PrivacyInfo.xcprivacy'] }
  s.dependency 'Endpoint', s.version.to_s
  s.dependency 'EndpointController', s.version.to_s
  s.dependency 'EndpointSupport', s.version.to_s
  s.pod_target_xcconfig = {
    # The modules share what is `package`.
    'SWIFT_PACKAGE_NAME' => 'Endpoint',
    'SWIFT_UPCOMING_FEATURE_EXISTENTIAL_ANY' => 'YES',
    'SWIFT_UPCOMING_FEATURE_INTERNAL_IMPORTS_BY_DEFAULT' => 'YES',
    'SWIFT_UPCOMING_FEATURE_MEMBER_IMPORT_VISIBILITY' => 'YES',
  }
end
